import { follow, type Line } from './follow';
import { layoutAt } from './layouts';
import { nextColor } from './mode';
import type { Move } from './move';
import type { Position } from './position';

/** A player's turn: a move, or with three and four players `null` for a turn that was skipped. */
export type Turn = Move | null;

/** A whole game as people copy it. */
export interface GameRecord {
  /** Tags by name (`Event`, `Black`, `Result`, …), without those that define the start. */
  readonly tags: ReadonlyMap<string, string>;
  /** The name of the layout; `null` when the game starts from another position. */
  readonly layout: string | null;
  readonly start: Position;
  readonly turns: readonly Turn[];
}

/**
 * A game from its start.
 *
 * @param moves legal ones, in Aba-Pro notation, with the turns that were passed over
 */
export function recordOf(start: Position, moves: readonly string[], tags: ReadonlyMap<string, string> = new Map()): GameRecord {
  return { tags, layout: layoutAt(start), start, turns: turnsOf(start, follow(start, moves)) };
}

/** The moves without the turns that passed without one. */
export function movesOf({ turns }: GameRecord): Move[] {
  return turns.filter((turn) => turn !== null);
}

/** The turns of a line of moves, with those that were passed over between them. */
export function turnsOf(start: Position, line: Line): Turn[] {
  let next = start.turn;
  return line.moves.flatMap((move, index) => {
    const turns: Turn[] = [];
    const mover = line.positions[index]?.turn ?? next;
    for (; next !== mover; next = nextColor(start.mode, next)) turns.push(null);
    next = nextColor(start.mode, next);
    return [...turns, move];
  });
}
