import type { Time } from '$lib/base/socket/server-time';

const MICROS_PER_MILLI = 1000;
const SECOND_MS = 1000;

/** The time after which a player who waits gets other offers, in milliseconds. */
const LONG_MS = 20 * SECOND_MS;

/** The time that a user has been seeking an opponent, second by second. Create it while a component is created. */
export class SeekWait {
  /** In milliseconds, whole seconds. */
  elapsed = $state(0);
  readonly long = $derived(this.elapsed >= LONG_MS);

  /** @param since in microseconds since the Unix epoch, by the server's clock; `null` for no search */
  constructor(since: () => number | null, time: Time) {
    $effect.pre(() => {
      const from = since();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tick = (): void => {
        const waited = from === null ? 0 : Math.max(0, (time.now() - from) / MICROS_PER_MILLI);
        this.elapsed = waited - (waited % SECOND_MS);
        if (from !== null) timer = setTimeout(tick, SECOND_MS - (waited % SECOND_MS));
      };
      tick();
      return () => clearTimeout(timer);
    });
  }
}
