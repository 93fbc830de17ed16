import type { Color, Mode } from '$lib/base/protocol/types';
import { CELLS, cellNamed } from '$lib/game/rules/cell';
import { colorsOf, sidesOf } from '$lib/game/rules/mode';
import type { Board, Position } from '$lib/game/rules/position';
import { startOf } from '$lib/game/rules/position-text';

/** The names of the cells on which each colour's marbles lie, separated by spaces. */
export type Marbles = Readonly<Partial<Record<Color, string>>>;

/** A position for an illustration. */
export interface Scene {
  /** `two` by default. */
  readonly mode?: Mode;
  /** All marbles by their cells; or the rows I to A, as in a position's line. */
  readonly marbles: Marbles | string;
  /** The colour to move; Black by default. */
  readonly turn?: Color;
  /** Marbles pushed out, by side. */
  readonly captured?: readonly number[];
}

/**
 * The position that a scene describes.
 *
 * @throws {Error} when it names a cell that the board does not have, or one cell twice
 */
export function positionOf({ mode = 'two', marbles, turn = 'black', captured }: Scene): Position {
  const board = typeof marbles === 'string' ? startOf(mode, marbles).board : boardOf(mode, marbles);
  return { mode, board, turn, captured: captured ?? Array.from({ length: sidesOf(mode) }, () => 0), quietPlies: 0, ply: 0 };
}

function boardOf(mode: Mode, marbles: Marbles): Board {
  const board = Array.from<Color | null>({ length: CELLS.length }).fill(null);
  for (const color of colorsOf(mode)) {
    for (const name of namesIn(marbles[color])) {
      const cell = cellNamed(name);
      if (cell === null || board[cell.index] !== null) throw new Error(`${name} cannot hold a marble of its own`);
      board[cell.index] = color;
    }
  }
  return board;
}

/** `a1 b2` as a list. */
export function namesIn(names = ''): string[] {
  return names.split(' ').filter((name) => name !== '');
}
