import { CELLS, type Cell } from './cell';
import { AXES, DIRECTIONS, parallel, step, type Direction } from './direction';

/** Never more than three marbles of a side move together. */
export const LONGEST_ROW = 3;

/** Two or three cells in a straight line, whose marbles can go sideways together. */
export interface Row {
  /** From the end that comes first in the order of cells. */
  readonly cells: readonly Cell[];
  /** The one after the first end. */
  readonly second: Cell;
  /** The four directions that do not lead along it. */
  readonly sideways: readonly Direction[];
}

/** The rows that start at each cell in the order of `CELLS`. */
const ROWS: readonly (readonly Row[])[] = CELLS.map((cell) => AXES.flatMap((axis) => rowsAlong(cell, axis)));

/** The rows of which `cell` is the first end. */
export function rowsFrom(cell: Cell): readonly Row[] {
  return ROWS[cell.index] ?? [];
}

/** The row with these two ends, given in either order; `null` when they are not two or three cells of one line. */
export function rowBetween(end: Cell, other: Cell): Row | null {
  const [first, last] = end.index < other.index ? [end, other] : [other, end];
  return rowsFrom(first).find(({ cells }) => cells.at(-1) === last) ?? null;
}

function rowsAlong(first: Cell, axis: Direction): Row[] {
  const sideways = DIRECTIONS.filter((direction) => !parallel(direction, axis));
  const rows: Row[] = [];
  const second = step(first, axis);
  if (second === null) return rows;
  const cells = [first];
  for (let next: Cell | null = second; next !== null && cells.length < LONGEST_ROW; next = step(next, axis)) {
    cells.push(next);
    rows.push({ cells: [...cells], second, sideways });
  }
  return rows;
}
