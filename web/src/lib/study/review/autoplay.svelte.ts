import type { Review } from '$lib/game/table/review.svelte';

/** The time of each position, in milliseconds. */
export const SPEEDS = { slow: 2500, steady: 1200, fast: 500 } as const;
export type Speed = keyof typeof SPEEDS;
export const SPEED_NAMES = Object.keys(SPEEDS) as Speed[];

/** Steps through a game automatically, up to its end or until the reader steps. */
export class Autoplay {
  readonly #review: Review;
  playing = $state(false);
  #speed = $state<Speed>('steady');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(review: Review) {
    this.#review = review;
  }

  get speed(): Speed {
    return this.#speed;
  }

  set speed(speed: Speed) {
    this.#speed = speed;
    if (this.playing) this.#wait();
  }

  /** Starts at the current ply, or at the start if this is the end. */
  start(): void {
    if (this.#review.last === 0) return;
    if (this.#review.live) this.#review.go(0);
    this.playing = true;
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const { ply } = this.#review;
    this.#timer = setTimeout(() => this.#step(ply), SPEEDS[this.#speed]);
  }

  /** @param from the ply at which it started to wait */
  #step(from: number): void {
    if (this.#review.ply !== from) {
      this.stop();
      return;
    }
    this.#review.go(from + 1);
    if (this.#review.live) this.stop();
    else this.#wait();
  }
}
