import type { Clock, Color, Mode, MoveTiming, Reason, SeatRating, User } from '$lib/protocol/types';
import type { Fault, Illegal } from '$lib/rules/illegal';
import type { Move } from '$lib/rules/move';
import type { Position } from '$lib/rules/position';

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
  /** How strong the player is, where that is known. */
  readonly rating?: SeatRating | null;
  /** Whether the player is here; nothing where that does not matter. */
  readonly connected?: boolean;
  /** Whether the seat plays no more, while the others go on. */
  readonly out: boolean;
  /** Why, where that is known. */
  readonly outBy?: Reason | null;
}

/** How moves are taken now. */
export interface Entry {
  /** A `premove` is kept until it is its player's turn. */
  readonly kind: 'move' | 'premove';
  /** What the moves belong to, with the turn at the colour that makes them. */
  readonly position: Position;
}

/** A premove that could not be played when its turn came. */
export interface Dropped {
  readonly move: Move;
  readonly why: Fault;
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
  /** Whether a computer whose turn it is has to wait before it can think. */
  readonly computerWaits?: boolean;
  /** The moves that may be entered on the board as it is shown; where `entry` says so, for a turn that is still to come. */
  readonly legal: readonly Move[];
  /** How they are taken; `null` while none is. Where it is left out, they are played at once in the position that is shown. */
  readonly entry?: Entry | null;
  /** The move that waits for its turn. */
  readonly premove?: Move | null;
  /** The last premove that could not be played, until another is entered. */
  readonly dropped?: Dropped | null;
  /** Whether a move counts for good, so that it is asked about first where the player wants that. */
  readonly binding?: boolean;
  /** Plays a move or, where `entry` says so, keeps it for the turn that is to come. */
  play(move: Move): void;
  cancelPremove?(): void;
  /** Somebody tried what the rules do not allow, and was told why. */
  refuse?(why: Illegal): void;
}

/** How a game takes moves now. */
export function entryOf(game: GameModel): Entry | null {
  if (game.entry !== undefined) return game.entry;
  return game.legal.length === 0 ? null : { kind: 'move', position: game.line.position(game.review.ply) };
}
