import { cellNamed, type Cell } from '$lib/rules/cell';
import { cellsBetween, step, way, type Direction } from '$lib/rules/direction';

/**
 * What a move does to the marbles. The client knows no rules: it is told which moves are legal, and reads off here
 * what a legal one changes.
 */
export interface Displacement {
  readonly direction: Direction;
  /** Every marble that goes one cell in `direction`; in line, the trailing one first and pushed ones last. */
  readonly cells: readonly Cell[];
  /** The one of `cells` whose marble goes over the edge. */
  readonly ejected: Cell | null;
}

/** Reads a move in Aba-Pro notation (`a1b2`, `c6c7d6`); `null` when it is none. */
export function displacement(move: string, occupied: (cell: Cell) => boolean): Displacement | null {
  const cells = move.match(/.{2}/g)?.map(cellNamed) ?? [];
  if (cells.length * 2 !== move.length || cells.includes(null)) return null;
  const [first, second, target] = cells;
  if (!first || !second) return null;
  return target ? sideStep(first, second, target) : inLine(first, second, occupied);
}

/** Everything that touches from the trailing marble onwards gives way, up to a free cell or the edge. */
function inLine(trailing: Cell, next: Cell, occupied: (cell: Cell) => boolean): Displacement | null {
  const route = way(trailing, next);
  if (route?.distance !== 1) return null;
  const cells: Cell[] = [];
  let cell: Cell | null = trailing;
  while (cell !== null && occupied(cell)) {
    cells.push(cell);
    cell = step(cell, route.direction);
  }
  if (cells.length === 0) return null;
  return { direction: route.direction, cells, ejected: cell === null ? (cells.at(-1) ?? null) : null };
}

function sideStep(first: Cell, last: Cell, target: Cell): Displacement | null {
  const row = cellsBetween(first, last);
  const route = way(first, target);
  if (row === null || route?.distance !== 1) return null;
  return { direction: route.direction, cells: row, ejected: null };
}
