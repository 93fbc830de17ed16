import { cellAt, type Cell } from './cell';

/** One of the six ways in which a marble can go, as a change of row and number. */
export interface Direction {
  readonly name: 'e' | 'ne' | 'nw' | 'w' | 'sw' | 'se';
  readonly row: number;
  readonly number: number;
}

/** Counter-clockwise from the right: neighbours in the list are 60 degrees apart, opposites three places. */
export const DIRECTIONS: readonly Direction[] = [
  { name: 'e', row: 0, number: 1 },
  { name: 'ne', row: 1, number: 1 },
  { name: 'nw', row: 1, number: 0 },
  { name: 'w', row: 0, number: -1 },
  { name: 'sw', row: -1, number: -1 },
  { name: 'se', row: -1, number: 0 },
];

/** The cell next to `cell`, or `null` beyond the edge. */
export function step(cell: Cell, direction: Direction): Cell | null {
  return cellAt(cell.row + direction.row, cell.number + direction.number);
}

export function opposite(direction: Direction): Direction {
  const index = (DIRECTIONS.indexOf(direction) + 3) % DIRECTIONS.length;
  const found = DIRECTIONS[index];
  if (found === undefined) throw new Error('six directions, three apart');
  return found;
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
