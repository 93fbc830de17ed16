import type { Marble, Trace } from '$lib/board/marble';

import type { Line } from './line';

/** Which ply of a game is looked at, and whether the board should get there gliding. */
export class Review {
  readonly #line: () => Line;
  /** Plies played at the position that is shown. */
  ply = $state(0);
  /** The last ply there is. */
  last = $state(0);
  /** Whether the marbles should glide to where they are now, rather than be there at once. */
  glide = $state(false);
  readonly live = $derived(this.ply === this.last);
  /** The marbles as they lie at that ply. */
  readonly marbles: readonly Marble[] = $derived.by(() => this.#line().marbles(this.ply));
  /** What the move did that led there. */
  readonly trace: Trace | null = $derived.by(() => this.#line().trace(this.ply));

  /** @param line the game that is looked at */
  constructor(line: () => Line) {
    this.#line = line;
  }

  /** Looks at a ply, as far as there is one. */
  go(ply: number): void {
    const next = Math.min(this.last, Math.max(0, ply));
    this.glide = Math.abs(next - this.ply) === 1;
    this.ply = next;
  }

  /** The game is `last` plies long now: look at the newest, gliding there if it has just been played. */
  follow(last: number, fresh: boolean): void {
    if (last === this.last) return;
    const near = Math.abs(last - this.ply) === 1;
    this.last = last;
    this.glide = fresh && near;
    this.ply = last;
  }
}
