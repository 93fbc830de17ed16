import type { ConnectionState } from '$lib/base/socket/listener';

/** What lasts shorter than this is not worth a word, be it an outage or a recovery. */
const PASSING_MS = 800;

/** Whether the connection can be relied on, as it is shown: it does not flicker. */
export class Steady {
  calm = $state(true);
  /** What it is about to become, should the connection stay as it is. */
  #next = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  turn(state: ConnectionState): void {
    const calm = state === 'open';
    if (state === 'doubtful') {
      // The server has had its time to answer.
      this.#settle(false);
    } else if (calm !== this.#next) {
      this.#next = calm;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#settle(calm), PASSING_MS);
    }
  }

  #settle(calm: boolean): void {
    clearTimeout(this.#timer);
    this.#next = calm;
    this.calm = calm;
  }
}
