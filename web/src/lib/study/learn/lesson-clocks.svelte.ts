import type { ClockReading } from '$lib/base/protocol/clock-reading';
import { stoppedAt, remaining } from '$lib/game/clock/remaining';

const MICROS_PER_MILLI = 1000;

/** Two clocks that need no server: the learner's, and the opponent's. */
export class LessonClocks {
  /** The browser's time, in microseconds since the Unix epoch. */
  readonly time = { now: (): number => Date.now() * MICROS_PER_MILLI };
  #reading = $state.raw<ClockReading>(this.#begun([], null));
  #timer: ReturnType<typeof setTimeout> | undefined;

  get reading(): ClockReading {
    return this.#reading;
  }

  /**
   * Starts both clocks with this many milliseconds; the learner's runs.
   *
   * @param over called when the learner's time is over
   */
  start(initialMs: number, over: () => void): void {
    this.#run([initialMs, initialMs], 0);
    this.#timer = setTimeout(() => {
      this.stop();
      over();
    }, remaining(this.#reading, 0, this.time.now()) ?? 0);
  }

  /** The learner has moved: the other clock runs. */
  press(): void {
    this.#run(this.#left(), 1);
  }

  /** Stops both clocks. */
  stop(): void {
    this.#run(this.#left(), null);
  }

  #left(): number[] {
    return stoppedAt(this.#reading, this.time.now()).clocks.remaining_ms ?? [];
  }

  #run(left: number[], running: number | null): void {
    clearTimeout(this.#timer);
    this.#reading = this.#begun(left, running);
  }

  #begun(remaining_ms: number[], running: number | null): ClockReading {
    const at = this.time.now();
    const turn_began_at = running === null ? null : at;
    return { clocks: { remaining_ms, running, turn_began_at, free_ms: 0, shared: false, first_move_by: null }, at };
  }
}
