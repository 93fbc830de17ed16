import type { Snippet } from 'svelte';

import type { GameModel } from './model';

/** Content on the board next to the game itself, see `Board`. */
export interface Overlay {
  readonly below: Snippet<[number]>;
  readonly above: Snippet<[number]>;
}

/** The evaluation of a move. */
export interface Judgement {
  /** As people annotate games: `??`. */
  readonly symbol: string;
  /** The symbol in words. */
  readonly text: string;
  /** The colour of the symbol. */
  readonly color: string;
}

/** The user's current view of a game. */
export class View {
  /** The number of seats by which the board is turned from the user's own seat. */
  turns = $state(0);
  /** Whether the times of the moves are shown instead of their list. */
  ledger = $state(false);
  /** The layers that the viewer has turned on; `null` for none. */
  overlay = $state.raw<Overlay | null>(null);
  /** The evaluation of the move that led to a ply; `null` without evaluations. */
  judge = $state.raw<((ply: number) => Judgement | null) | null>(null);
  /** The variation shown on the board in place of the game. */
  variation = $state.raw<GameModel | null>(null);
  /** The viewer's actions for the variation, above the other content next to the board. */
  task = $state.raw<Snippet | null>(null);

  /** Buttons of the viewer's tools for the bar above the moves. */
  bar = $state.raw<Snippet | null>(null);
  /** The viewer's tools in the menu of that bar. */
  tools = $state.raw<Snippet | null>(null);
  /** The open dialog. The viewer's tools have the one to share the game. */
  dialog = $state.raw<'settings' | 'share' | null>(null);

  turn(): void {
    this.turns += 1;
  }
}
