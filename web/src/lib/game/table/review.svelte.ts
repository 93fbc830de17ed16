import type { Marble, Trace } from '$lib/game/board/marble';

import type { Line } from './line';

/** The shown ply of a game, and whether the board should animate the way there. */
export class Review {
  readonly #line: () => Line;
  /** Plies played at the shown position. */
  ply = $state(0);
  /** The last ply there is. */
  last = $state(0);
  /** Whether the marbles should glide to their places, rather than be there at once. */
  glide = $state(false);
  readonly live = $derived(this.ply === this.last);
  /** The marbles as they lie at that ply. */
  readonly marbles: readonly Marble[] = $derived.by(() => this.#line().marbles(this.ply));
  /** The effect of the move that led there. */
  readonly trace: Trace | null = $derived.by(() => this.#line().trace(this.ply));

  /** @param line the reviewed game */
  constructor(line: () => Line) {
    this.#line = line;
  }

  /** Shows a ply, as far as it exists. */
  go(ply: number): void {
    const next = Math.min(this.last, Math.max(0, ply));
    this.glide = Math.abs(next - this.ply) === 1;
    this.ply = next;
  }

  /** Sets the length of the game to `last` plies: shows the newest, unless the reader is at an earlier one that is still there. */
  follow(last: number, fresh: boolean): void {
    if (this.live || this.ply > last) this.show(last, fresh);
    else this.last = last;
  }

  /** Sets the length of the game to `last` plies, and shows the newest, animated if it has just been played. */
  show(last: number, fresh: boolean): void {
    if (last === this.last) return;
    const near = Math.abs(last - this.ply) === 1;
    this.last = last;
    this.glide = fresh && near;
    this.ply = last;
  }
}
