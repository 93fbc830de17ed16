import type { ConnectionState } from '$lib/base/socket/listener';

/** Changes shorter than this are not shown, neither an outage nor a recovery. */
const PASSING_MS = 800;

/** Whether the page shows the connection as reliable. The value does not flicker. */
export class Steady {
  calm = $state(true);
  /** The next value, if the connection stays unchanged. */
  #next = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  turn(state: ConnectionState): void {
    const calm = state === 'open';
    if (state === 'doubtful') {
      // The server has had enough time to answer.
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
