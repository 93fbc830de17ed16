import { cellAt, CELLS, type Cell } from './cell';

/** One of the six ways in which a marble can go, as a change of row and number. */
export interface Direction {
  readonly name: 'e' | 'ne' | 'nw' | 'w' | 'sw' | 'se';
  readonly row: number;
  readonly number: number;
  /** Its place in `DIRECTIONS`, from 0. */
  readonly index: number;
}

/** Counter-clockwise from the right: neighbours in the list are 60 degrees apart, opposites three places. */
export const DIRECTIONS: readonly Direction[] = [
  { name: 'e', row: 0, number: 1, index: 0 },
  { name: 'ne', row: 1, number: 1, index: 1 },
  { name: 'nw', row: 1, number: 0, index: 2 },
  { name: 'w', row: 0, number: -1, index: 3 },
  { name: 'sw', row: -1, number: -1, index: 4 },
  { name: 'se', row: -1, number: 0, index: 5 },
];

/** For each of the three axes, the direction that leads to later cells. */
export const AXES: readonly Direction[] = DIRECTIONS.slice(0, 3);

/** The neighbour of each cell in each direction: all of the first cell, all of the second, and so on. */
const NEIGHBOURS: readonly (Cell | null)[] = CELLS.flatMap((cell) =>
  DIRECTIONS.map(({ row, number }) => cellAt(cell.row + row, cell.number + number)),
);

/** The cell next to `cell`, or `null` beyond the edge. */
export function step(cell: Cell, direction: Direction): Cell | null {
  return NEIGHBOURS[cell.index * DIRECTIONS.length + direction.index] ?? null;
}

export function opposite(direction: Direction): Direction {
  const found = DIRECTIONS[(direction.index + 3) % DIRECTIONS.length];
  if (found === undefined) throw new Error('six directions, three apart');
  return found;
}

/** Whether both run along the same axis, forwards or back. */
export function parallel(one: Direction, other: Direction): boolean {
  return one.index % AXES.length === other.index % AXES.length;
}

/** The straight way from one cell to another, or `null` when they are not in one line. */
export function way(from: Cell, to: Cell): { direction: Direction; distance: number } | null {
  const rows = to.row - from.row;
  const numbers = to.number - from.number;
  const distance = Math.max(Math.abs(rows), Math.abs(numbers));
  if (distance === 0) return null;
  const direction = DIRECTIONS.find(
    ({ row, number }) => row * distance === rows && number * distance === numbers,
  );
  return direction === undefined ? null : { direction, distance };
}

/** The cells of a straight row, both ends included; `null` when they are not in one line. */
export function cellsBetween(first: Cell, last: Cell): Cell[] | null {
  const route = way(first, last);
  if (route === null) return null;
  const cells = [first];
  for (let cell: Cell | null = first; cell !== null && cell !== last; ) {
    cell = step(cell, route.direction);
    if (cell !== null) cells.push(cell);
  }
  return cells;
}
