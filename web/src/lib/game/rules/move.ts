import type { Cell } from './cell';
import { DIRECTIONS, step, type Direction } from './direction';
import { LONGEST_ROW, type Row } from './row';

/**
 * A move and all its effects. It belongs to the position in which it is legal: how many marbles an in-line move carries
 * and pushes is a matter of the position. There is one object for each, so that `===` distinguishes moves.
 */
export interface Move {
  readonly kind: 'in-line' | 'side-step';
  /** The direction in which every marble moves by one cell. */
  readonly direction: Direction;
  /**
   * The marbles of the mover's side: their own, and in line perhaps a partner's. In line the trailing one comes first,
   * sideways the end that is first in the order of cells.
   */
  readonly row: readonly Cell[];
  /** The opposing marbles that are pushed, the nearest first: none, one or two. */
  readonly pushed: readonly Cell[];
  /** All marbles that go, `row` and then `pushed`. */
  readonly cells: readonly Cell[];
  /** Cells that the player points at to play the move: the cell ahead of the row, or sideways every cell that is entered. */
  readonly targets: readonly Cell[];
  /** The one of `pushed` whose marble goes over the edge. */
  readonly ejected: Cell | null;
}

const inLineMoves: (Move | undefined)[] = [];
const sideSteps = new Map<Row, (Move | undefined)[]>();

/** The move of `own` marbles in line, from the trailing one on, that pushes `opposing` ones. */
export function inLineMove(trailing: Cell, direction: Direction, own: number, opposing: number): Move {
  const line = (trailing.index * DIRECTIONS.length + direction.index) * LONGEST_ROW * LONGEST_ROW;
  return (inLineMoves[line + (own - 1) * LONGEST_ROW + opposing] ??= makeInLine(trailing, direction, own, opposing));
}

/** The move of a whole row to one of its sides. */
export function sideStepMove(row: Row, direction: Direction): Move {
  let moves = sideSteps.get(row);
  if (moves === undefined) sideSteps.set(row, (moves = []));
  return (moves[direction.index] ??= makeSideStep(row.cells, direction));
}

function makeInLine(trailing: Cell, direction: Direction, own: number, opposing: number): Move {
  const cells: Cell[] = [];
  let next: Cell | null = trailing;
  while (next !== null && cells.length < own + opposing) {
    cells.push(next);
    next = step(next, direction);
  }
  const row = cells.slice(0, own);
  const pushed = cells.slice(own);
  const front = row.at(-1);
  const target = front === undefined ? null : step(front, direction);
  const ejected = next === null ? (pushed.at(-1) ?? null) : null;
  return { kind: 'in-line', direction, row, pushed, cells, targets: target === null ? [] : [target], ejected };
}

function makeSideStep(row: readonly Cell[], direction: Direction): Move {
  const targets = row.map((cell) => step(cell, direction)).filter((cell) => cell !== null);
  return { kind: 'side-step', direction, row, pushed: [], cells: row, targets, ejected: null };
}
