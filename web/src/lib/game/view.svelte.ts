import type { Snippet } from 'svelte';

import type { GameModel } from './model';

/** What is drawn on the board beside the game itself, see `Board`. */
export interface Overlay {
  readonly below: Snippet<[number]>;
  readonly above: Snippet<[number]>;
}

/** What is thought of a move. */
export interface Judgement {
  /** As people annotate games: `??`. */
  readonly symbol: string;
  /** The same in words. */
  readonly text: string;
  /** What the symbol is painted with. */
  readonly color: string;
}

/** How somebody looks at a game just now. */
export class View {
  /** By how many seats the board has been turned from the one that one sits on. */
  turns = $state(0);
  /** Whether the times of the moves are shown instead of their list. */
  ledger = $state(false);
  /** What somebody who looks at the game wants to see on the board; `null` for nothing. */
  overlay = $state.raw<Overlay | null>(null);
  /** What is thought of the move that led to a ply; `null` while nothing is thought of any. */
  judge = $state.raw<((ply: number) => Judgement | null) | null>(null);
  /** What is to be seen on the board in place of the game: how it could have gone. */
  variation = $state.raw<GameModel | null>(null);

  turn(): void {
    this.turns += 1;
  }
}
