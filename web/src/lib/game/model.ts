import type { Clock, Color, Mode, MoveTiming, Reason, User } from '$lib/protocol/types';
import type { Move } from '$lib/rules/move';

import type { Line } from './line';
import type { Review } from './review.svelte';

/** A seat as everybody sees it. */
export interface Seated {
  readonly seat: number;
  readonly color: Color;
  /** Whoever has the same team plays for the same side. */
  readonly team: number;
  /** Who sits there; `null` where nobody does, or nobody that a server knows. */
  readonly player: User | null;
  /** What stands on the panel. */
  readonly name: string;
  /** Whether the player is here; nothing where that does not matter. */
  readonly connected?: boolean;
  /** Whether the seat plays no more, while the others go on. */
  readonly out: boolean;
  /** Why, where that is known. */
  readonly outBy?: Reason | null;
}

/**
 * A game as board, panels, clocks and the list of moves see it, wherever it is played: in a room, in a replay, at one screen,
 * in an analysis. None of them knows which it is.
 */
export interface GameModel {
  readonly mode: Mode;
  readonly clock: Clock;
  /** The moves, one's own that is on its way included. */
  readonly line: Line;
  /** The ply that one looks at. */
  readonly review: Review;
  /** What each move did to its player's clock, as far as that is known. */
  readonly timings: readonly MoveTiming[];
  /** By number. */
  readonly seats: readonly Seated[];
  /** The seats that one plays from here: none for whoever watches, one in a room, all of them at one screen. */
  readonly controls: readonly number[];
  /** The seat at which one sits to look at the board. */
  readonly near: number;
  /** Whose turn it is; where nothing is under way, whose turn it was at the ply that is looked at. `null`: nobody's. */
  readonly turn: number | null;
  /** Whether the game goes on. */
  readonly playing: boolean;
  /** The moves that may be played on the board as it is shown. */
  readonly legal: readonly Move[];
  play(move: Move): void;
}
