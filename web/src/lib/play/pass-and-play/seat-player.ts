import type { Move } from '$lib/game/rules/move';
import type { Position } from '$lib/game/rules/position';

/** A player of a seat without human input, such as a computer. */
export interface Answerer {
  /** The name on the panel. */
  readonly name: string;
  /**
   * Returns a legal move of the player to move, in a position that has one.
   *
   * @param signal aborted when the answer is no longer needed
   */
  answer(position: Position, signal: AbortSignal): Promise<Move>;
}

/** The player of a seat of a game at one screen: a person at the screen, or a computer. */
export type SeatPlayer = 'hand' | Answerer;
