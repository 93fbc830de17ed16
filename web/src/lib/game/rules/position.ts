import type { Color, Mode } from '$lib/base/protocol/types';
import { CELLS, type Cell } from './cell';
import { MARBLES_TO_WIN } from './mode';

/** All data about a game at one moment that the rules need. A value: nothing ever changes it. */
export interface Position {
  readonly mode: Mode;
  /** The marble on each cell in the order of `CELLS`, `null` where it is free. */
  readonly board: Board;
  /** The colour to move. */
  readonly turn: Color;
  /** Marbles pushed out, by side. */
  readonly captured: readonly number[];
  /** Plies since a marble was last pushed out. */
  readonly quietPlies: number;
  /** Plies played so far. */
  readonly ply: number;
}

export type Board = readonly (Color | null)[];

/** Which marble lies where; free cells are not in it. */
export type Occupation = ReadonlyMap<Cell, Color>;

/** The marble on a cell. */
export function colorAt(position: Position, cell: Cell): Color | null {
  return position.board[cell.index] ?? null;
}

/** The marbles by their cells. */
export function marblesOn(board: Board): Occupation {
  const occupation = new Map<Cell, Color>();
  for (const cell of CELLS) {
    const color = board[cell.index] ?? null;
    if (color !== null) occupation.set(cell, color);
  }
  return occupation;
}

/** The side that has pushed out six marbles; `null` while none has. Of an arrangement with two of them, the first counts. */
export function winner(position: Position): number | null {
  const side = position.captured.findIndex((count) => count >= MARBLES_TO_WIN);
  return side === -1 ? null : side;
}
