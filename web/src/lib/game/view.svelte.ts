import type { Snippet } from 'svelte';

/** What is drawn on the board beside the game itself, see `Board`. */
export interface Overlay {
  readonly below: Snippet<[number]>;
  readonly above: Snippet<[number]>;
}

/** How somebody looks at a game just now. */
export class View {
  /** By how many seats the board has been turned from the one that one sits on. */
  turns = $state(0);
  /** Whether the times of the moves are shown instead of their list. */
  ledger = $state(false);
  /** What somebody who looks at the game wants to see on the board; `null` for nothing. */
  overlay = $state.raw<Overlay | null>(null);

  turn(): void {
    this.turns += 1;
  }
}
