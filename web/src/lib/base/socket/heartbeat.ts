/** Interval of the pings, which are sent regardless of other messages: the estimate of the server's time needs their answers. */
export const PING_EVERY_MS = 4000;
/** Without an answer for this time, the connection is in doubt. */
export const DOUBT_AFTER_MS = 2000;
/** A connection is dead if no message has arrived for this time since an unanswered ping, … */
export const SILENCE_MS = 7000;
/** … or if messages arrive but no answer, for longer than any message takes. */
const DEAF_MS = 20_000;
/** The time within which a message must arrive if the connection is in doubt. */
export const CHECK_WITHIN_MS = 2500;

export interface HeartbeatListener {
  /** @param t the number that the answer repeats */
  ping(t: number): void;
  /** Whether the oldest ping has waited for its answer for too long. */
  doubt(doubtful: boolean): void;
  /** The connection has failed. */
  dead(): void;
}

/** Checks by pings whether the server is still there. */
export class Heartbeat {
  readonly #listener: HeartbeatListener;
  /** The times of the unanswered pings, the oldest first. */
  #asked: number[] = [];
  #heard = 0;
  #doubtful = false;
  #schedule: ReturnType<typeof setInterval> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #death: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: HeartbeatListener) {
    this.#listener = listener;
  }

  /** Starts with a ping at once. */
  start(): void {
    this.stop();
    this.heard();
    this.ask();
    this.#schedule = setInterval(() => this.ask(), PING_EVERY_MS);
  }

  /** Stops, and forgets the unanswered pings. */
  stop(): void {
    clearInterval(this.#schedule);
    clearTimeout(this.#doubt);
    clearTimeout(this.#death);
    this.#doubt = undefined;
    this.#death = undefined;
    this.#asked = [];
    this.#doubtful = false;
  }

  /** Requires a message from the server within a short time from now. */
  check(): void {
    this.ask();
    this.#expect(CHECK_WITHIN_MS);
  }

  /** A message came: the server is alive. */
  heard(): void {
    this.#heard = performance.now();
  }

  /**
   * A ping and all before it are answered.
   *
   * @returns how long that took, in milliseconds
   */
  answered(t: number): number {
    this.#asked = this.#asked.filter((asked) => asked > t);
    clearTimeout(this.#doubt);
    clearTimeout(this.#death);
    this.#doubt = undefined;
    this.#death = undefined;
    this.#turn(false);
    this.#await();
    return performance.now() - t;
  }

  /**
   * Sends an extra ping.
   *
   * @returns the number of its answer: the answers to it and to all later pings have no smaller `t`
   */
  ask(): number {
    const t = Math.round(performance.now());
    this.#asked.push(t);
    this.#listener.ping(t);
    this.#await();
    return t;
  }

  /** Waits for the answer to the oldest ping, unless it does so already. */
  #await(): void {
    const [oldest] = this.#asked;
    if (oldest === undefined) return;
    this.#doubt ??= setTimeout(() => this.#turn(true), Math.max(0, oldest + DOUBT_AFTER_MS - performance.now()));
    if (this.#death === undefined) this.#expect(SILENCE_MS);
  }

  #expect(withinMs: number): void {
    clearTimeout(this.#death);
    this.#death = setTimeout(() => this.#judge(withinMs), withinMs);
  }

  /** A large message on a slow line delays the answer, and proves on its own that the server is there. */
  #judge(withinMs: number): void {
    const now = performance.now();
    const deaf = now - (this.#asked[0] ?? now) >= DEAF_MS;
    const silence = now - this.#heard;
    if (deaf || silence >= withinMs) this.#listener.dead();
    else this.#expect(withinMs - silence);
  }

  #turn(doubtful: boolean): void {
    if (this.#doubtful === doubtful) return;
    this.#doubtful = doubtful;
    this.#listener.doubt(doubtful);
  }
}
