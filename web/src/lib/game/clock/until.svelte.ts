import type { Time } from '$lib/base/socket/server-time';

const MICROS_PER_MILLI = 1000;
const SECOND_MS = 1000;

/** The time until a moment, second by second. Create it while a component is created. */
export class Until {
  /** In milliseconds; 0 from that moment on, and where there is none. */
  left = $state(0);

  /** @param moment in microseconds since the Unix epoch, by the server's clock; `null` when there is none */
  constructor(moment: () => number | null, time: Time) {
    $effect.pre(() => {
      const at = moment();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tick = (): void => {
        const left = at === null ? 0 : Math.max(0, (at - time.now()) / MICROS_PER_MILLI);
        this.left = left;
        if (left > 0) timer = setTimeout(tick, left % SECOND_MS || SECOND_MS);
      };
      tick();
      return () => clearTimeout(timer);
    });
  }
}
