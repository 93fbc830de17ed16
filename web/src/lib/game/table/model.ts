import type { Clock, Color, Mode, MoveTiming, Reason, SeatRating, User } from '$lib/base/protocol/types';
import type { Fault, Illegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import type { Position } from '$lib/game/rules/position';

import type { Line } from './line';
import type { Review } from './review.svelte';

/** A seat, the same for every viewer. */
export interface Seated {
  readonly seat: number;
  readonly color: Color;
  /** Seats with the same team play for the same side. */
  readonly team: number;
  /** The player on the seat; `null` if it is empty, or its player has no account or guest on a server. */
  readonly player: User | null;
  /** The name on the panel. */
  readonly name: string;
  /** The player's rating, if known. */
  readonly rating?: SeatRating | null;
  /** Whether the player is present; absent if that does not matter. */
  readonly connected?: boolean;
  /** Whether the seat is out, while the others continue. */
  readonly out: boolean;
  /** The reason, if known. */
  readonly outBy?: Reason | null;
}

/** The current mode of entering moves. */
export interface Entry {
  /** A `premove` is stored until its player's turn. */
  readonly kind: 'move' | 'premove';
  /** The position of the moves, with the turn of the colour that makes them. */
  readonly position: Position;
}

/** A premove that was illegal on its turn. */
export interface Dropped {
  readonly move: Move;
  readonly why: Fault;
}

/**
 * The model of a game for board, panels, clocks and the list of moves. Implementations: a room, a replay, a game at one screen,
 * an analysis. The components do not depend on which it is.
 */
export interface GameModel {
  readonly mode: Mode;
  readonly clock: Clock;
  /** The moves, including the user's own pending move. */
  readonly line: Line;
  /** The shown ply. */
  readonly review: Review;
  /** The effect of each move on its player's clock, as far as known. */
  readonly timings: readonly MoveTiming[];
  /** The seats by number. */
  readonly seats: readonly Seated[];
  /** The seats that the user plays: none for spectators, one in a room, all of them at one screen. */
  readonly controls: readonly number[];
  /** The seat at the bottom of the user's board. */
  readonly near: number;
  /** The seat to move; if no game runs, the seat that was to move at the shown ply. `null`: none. */
  readonly turn: number | null;
  /** Whether the game is running. */
  readonly playing: boolean;
  /** Whether a computer to move is queued before it can think. */
  readonly computerWaits?: boolean;
  /** The moves that may be entered on the shown board; if `entry` says so, for a later turn. */
  readonly legal: readonly Move[];
  /** The mode of entering; `null` while no move may be entered. If absent, moves are played at once in the shown position. */
  readonly entry?: Entry | null;
  /** The pending premove. */
  readonly premove?: Move | null;
  /** The last illegal premove, until another is entered. */
  readonly dropped?: Dropped | null;
  /** Whether a move is final, so that it is confirmed first if the player's settings say so. */
  readonly binding?: boolean;
  /** Plays a move or, if `entry` says so, stores it for a later turn. */
  play(move: Move): void;
  cancelPremove?(): void;
  /** Called after an illegal try whose reason was shown. */
  refuse?(why: Illegal): void;
}

/** The current mode of entering moves in a game. */
export function entryOf(game: GameModel): Entry | null {
  if (game.entry !== undefined) return game.entry;
  return game.legal.length === 0 ? null : { kind: 'move', position: game.line.position(game.review.ply) };
}
