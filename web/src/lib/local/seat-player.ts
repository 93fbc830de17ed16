import type { Move } from '$lib/rules/move';
import type { Position } from '$lib/rules/position';

/** Something that plays a seat without hands, as a computer does. */
export interface Answerer {
  /** What stands on the panel. */
  readonly name: string;
  /**
   * A legal move of whoever has the turn in a position that has one.
   *
   * @param signal tells that nobody waits for the answer any more
   */
  answer(position: Position, signal: AbortSignal): Promise<Move>;
}

/** Who plays a seat of a game at one screen: somebody at the screen, or something that answers. */
export type SeatPlayer = 'hand' | Answerer;
