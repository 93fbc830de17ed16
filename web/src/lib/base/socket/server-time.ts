const MICROS_PER_MILLI = 1000;
const KEPT = 16;

/** A source of time, in microseconds since the Unix epoch. */
export interface Time {
  now(): number;
}

/**
 * An estimate of the server's clock.
 *
 * A message that says `now` was sent before it arrived, so the server's clock is at least that far. Of the latest
 * messages the fastest one gives the best estimate. The estimate never runs ahead of the server: a clock drawn
 * with it never shows less time than the server counts.
 */
export class ServerTime implements Time {
  #offsets: number[] = [];
  readonly #local: () => number;

  /** @param local a steady clock, in milliseconds since the Unix epoch */
  constructor(local: () => number = () => performance.timeOrigin + performance.now()) {
    this.#local = local;
  }

  /** Records that the server's clock showed `now`, in microseconds since the Unix epoch, when a message left it. */
  learn(now: number): void {
    this.#offsets.push(now - this.#local() * MICROS_PER_MILLI);
    if (this.#offsets.length > KEPT) this.#offsets.shift();
  }

  /** The time that the server's clock has reached by now, in microseconds since the Unix epoch. */
  now(): number {
    const offset = this.#offsets.length === 0 ? 0 : Math.max(...this.#offsets);
    return this.#local() * MICROS_PER_MILLI + offset;
  }
}
