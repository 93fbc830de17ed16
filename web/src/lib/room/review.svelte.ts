/** Which ply of a game is looked at, and whether the board should get there gliding. */
export class Review {
  /** Plies played at the position that is shown. */
  ply = $state(0);
  /** The last ply there is. */
  last = $state(0);
  /** Whether the marbles should glide to where they are now, rather than be there at once. */
  glide = $state(false);
  readonly live = $derived(this.ply === this.last);

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
