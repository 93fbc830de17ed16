/** The timeouts of a connection. */
export interface KeepAlive {
  pingEveryMs: number;
  /** A connection is dead if nothing has arrived for this long since an unanswered ping. Also the timeout of a new connection. */
  silenceMs: number;
}

export const KEEP_ALIVE: KeepAlive = { pingEveryMs: 4000, silenceMs: 7000 };

/** A connection that carries messages but no answer to a ping for this long is dead: longer than the transfer of any message. */
const LONGEST_WAIT_FOR_PONG_MS = 20_000;

/** The pings of one connection. Times come from `performance.now()`. */
export class Heartbeat {
  readonly #keepAlive: KeepAlive;
  #unanswered: { number: number; asked: number }[] = [];
  #numbers = 0;
  #heard: number;
  #next: number;

  constructor(keepAlive: KeepAlive, now: number) {
    this.#keepAlive = keepAlive;
    this.#heard = now;
    this.#next = now;
  }

  /** Records that the program was busy or suspended for this time, in which it could not receive an answer. */
  paused(durationMs: number): void {
    this.#heard += durationMs;
    this.#unanswered = this.#unanswered.map(({ number, asked }) => ({ number, asked: asked + durationMs }));
  }

  isDue(now: number): boolean {
    return now >= this.#next;
  }

  /** Returns the number of a new ping. */
  ping(now: number): number {
    this.#numbers += 1;
    this.#next = now + this.#keepAlive.pingEveryMs;
    this.#unanswered.push({ number: this.#numbers, asked: now });
    return this.#numbers;
  }

  /** Records that a message arrived. */
  heard(now: number): void {
    this.#heard = now;
  }

  /** Records the answer to a ping, which also covers all earlier ones. */
  answered(number: number): void {
    this.#unanswered = this.#unanswered.filter((ping) => ping.number > number);
  }

  isDead(now: number): boolean {
    return now >= this.#deadAt();
  }

  /** Returns the time of the next due action. */
  deadline(): number {
    return Math.min(this.#next, this.#deadAt());
  }

  #deadAt(): number {
    const oldest = this.#unanswered[0];
    if (oldest === undefined) return Infinity;
    const { silenceMs } = this.#keepAlive;
    const patient = Math.max(oldest.asked, this.#heard) + silenceMs;
    return Math.min(patient, oldest.asked + Math.max(LONGEST_WAIT_FOR_PONG_MS, silenceMs));
  }
}

const SAMPLES = 16;

/**
 * An estimate of the server's clock that is never ahead of it. A message with a time was sent before it arrived, so the server's clock is at
 * least that far. Of the latest messages, the one with the shortest transit is the most exact.
 */
export class ServerTime {
  readonly #began = Date.now() - performance.now();
  #offsets: number[] = [];

  /** Records that the server's clock showed `now` when a message was sent. */
  learn(now: number): void {
    this.#offsets = [...this.#offsets.slice(1 - SAMPLES), now - this.#local()];
  }

  /** Returns the server's time, in microseconds since the Unix epoch. */
  now(): number {
    return Math.floor(this.#local() + (this.#offsets.length === 0 ? 0 : Math.max(...this.#offsets)));
  }

  /** The local time, which does not jump when the system's clock is set. */
  #local(): number {
    return (this.#began + performance.now()) * 1000;
  }
}
