import type { ClockReading } from '$lib/base/protocol/clock-reading';
import { PAGE_TIME, pageReading } from '$lib/game/clock/page-time';
import { stoppedAt, remaining } from '$lib/game/clock/remaining';

/** Two clocks that need no server: the learner's, and the opponent's. */
export class LessonClocks {
  readonly time = PAGE_TIME;
  #reading = $state.raw<ClockReading>(pageReading([], null));
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
    this.#reading = pageReading(left, running);
  }
}
