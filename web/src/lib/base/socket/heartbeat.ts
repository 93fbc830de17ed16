/** A ping goes out so often, whatever else comes and goes: its answers are what the server's time is learnt from. */
export const PING_EVERY_MS = 4000;
/** Without an answer for so long the connection is in doubt. */
export const DOUBT_AFTER_MS = 2000;
/** A connection on which nothing at all has come for so long since an unanswered ping is dead, … */
export const SILENCE_MS = 7000;
/** … and so is one that carries messages but no answer, for longer than any message takes. */
const DEAF_MS = 20_000;
/** The time within which a message must arrive if the connection is in doubt. */
export const CHECK_WITHIN_MS = 2500;

export interface HeartbeatListener {
  /** @param t to come back with the answer */
  ping(t: number): void;
  /** Whether the oldest ping has waited for its answer for too long. */
  doubt(doubtful: boolean): void;
  /** The connection is given up. */
  dead(): void;
}

/** Finds out by pings whether the other end is there. */
export class Heartbeat {
  readonly #listener: HeartbeatListener;
  /** When the pings that are not answered went out, the oldest first. */
  #asked: number[] = [];
  #heard = 0;
  #doubtful = false;
  #schedule: ReturnType<typeof setInterval> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #death: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: HeartbeatListener) {
    this.#listener = listener;
  }

  /** Begins with a ping at once. */
  start(): void {
    this.stop();
    this.heard();
    this.ask();
    this.#schedule = setInterval(() => this.ask(), PING_EVERY_MS);
  }

  /** Lets everything be; what was asked is forgotten. */
  stop(): void {
    clearInterval(this.#schedule);
    clearTimeout(this.#doubt);
    clearTimeout(this.#death);
    this.#doubt = undefined;
    this.#death = undefined;
    this.#asked = [];
    this.#doubtful = false;
  }

  /** Gives the other end a short time from now to show that it is there. */
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
   * Sends a ping out of turn.
   *
   * @returns by what its answer is known: the answers to it and to all later ones have no smaller `t`
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

  /** A great message on a slow way keeps its answer waiting, and is a sign of life itself. */
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
