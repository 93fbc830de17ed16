import type { Move } from '$lib/game/rules/move';
import type { Position } from '$lib/game/rules/position';

/** A turn of a computer. */
export interface Turn {
  readonly position: Position;
  /** The position at the start, and the moves since then. After a player has gone out: the same position, and none. */
  readonly start: Position;
  readonly moves: readonly string[];
  /** The time until the clock falls, in milliseconds; `null` if it never does. */
  readonly leftMs: number | null;
}

/** A player of a seat without human input: a computer. */
export interface Answerer {
  /** 1 to 12. */
  readonly level: number;
  /**
   * Returns a legal move of the player to move, in a position that has one.
   *
   * @param signal aborted when the answer is no longer needed
   */
  answer(turn: Turn, signal: AbortSignal): Promise<Move>;
}

/** The player of a seat of a game at one screen: a person at the screen, or a computer. */
export type SeatPlayer = 'hand' | Answerer;
