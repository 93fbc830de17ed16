import type { ClockReading } from '$lib/base/protocol/clock-reading';
import { isRunning, remaining } from './remaining';
import type { Time } from '$lib/base/socket/server-time';

const SECOND_MS = 1000;
/** From here on every second counts. */
const TICKS_BELOW_MS = 10_000;
/** Shortest pause between two checks. */
const SHORTEST_WAIT_MS = 50;

export interface LowTimeListener {
  /** Called once a game when there is little time left. */
  low(leftMs: number): void;
  /** Called for each of the last seconds. */
  tick(): void;
}

/** Watches one player's clock. */
export class LowTime {
  readonly #lowBelowMs: number;
  readonly #listener: LowTimeListener;
  #announced = false;

  /** @param lowBelowMs below this there is little time left */
  constructor(lowBelowMs: number, listener: LowTimeListener) {
    this.#lowBelowMs = lowBelowMs;
    this.#listener = listener;
  }

  /** Follows a clock from one reading of it until the function that is returned is called. */
  follow(reading: ClockReading, seat: number, time: Time): () => void {
    const left = (): number => remaining(reading, seat, time.now()) ?? Infinity;
    if (!isRunning(reading, seat) || left() === Infinity) return () => undefined;
    let timer: ReturnType<typeof setTimeout>;
    let shown = Math.ceil(left() / SECOND_MS);
    const look = (): void => {
      const now = left();
      if (!this.#announced && now <= this.#lowBelowMs && now > 0) {
        this.#announced = true;
        this.#listener.low(now);
      }
      const seconds = Math.ceil(now / SECOND_MS);
      if (seconds < shown && now > 0 && now <= TICKS_BELOW_MS) this.#listener.tick();
      shown = seconds;
      if (now > 0) timer = setTimeout(look, this.#wait(now));
    };
    look();
    return () => clearTimeout(timer);
  }

  #wait(left: number): number {
    const next = this.#announced ? TICKS_BELOW_MS : Math.max(this.#lowBelowMs, TICKS_BELOW_MS);
    const wait = left > next ? left - next : left % SECOND_MS || SECOND_MS;
    return Math.max(SHORTEST_WAIT_MS, wait);
  }
}

