import { CELLS, type Cell } from '$lib/game/rules/cell';
import { DIRECTIONS, step } from '$lib/game/rules/direction';
import { centre, turned, type Point } from './geometry';

/** The first cell of the focus. */
export const MIDDLE_CELL = CELLS[Math.floor(CELLS.length / 2)];

/** Rows are farther apart than this. */
const SAME_ROW = 0.5;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function isArrow(key: string): boolean {
  return key in ARROWS;
}

/**
 * The cell that an arrow key leads to on the screen. Up and down lie between two neighbours: the neighbour nearest to
 * the column `x` in which the walk started wins.
 */
export function neighbourByKey(cell: Cell, key: string, column: number, rotation: number): Cell | null {
  const arrow = ARROWS[key];
  if (arrow === undefined) return null;
  const from = turned(centre(cell), rotation);
  const candidates = DIRECTIONS.flatMap((direction) => {
    const to = step(cell, direction);
    if (to === null) return [];
    const { x, y } = turned(centre(to), rotation);
    const ahead = arrow.x === 0 ? (y - from.y) * arrow.y : (x - from.x) * arrow.x - Math.abs(y - from.y);
    return ahead > 0.5 ? [{ to, detour: Math.abs(x - column) }] : [];
  });
  if (arrow.x !== 0) return candidates[0]?.to ?? null;
  return candidates.sort((a, b) => a.detour - b.detour)[0]?.to ?? null;
}

/** The cells row by row as the board is seen, from the upper left. */
export function rowsAsSeen(rotation: number): readonly (readonly Cell[])[] {
  const seen = CELLS.map((cell) => ({ cell, at: turned(centre(cell), rotation) }));
  seen.sort((a, b) => (Math.abs(a.at.y - b.at.y) < SAME_ROW ? a.at.x - b.at.x : a.at.y - b.at.y));
  const rows: Cell[][] = [];
  let last = -Infinity;
  for (const { cell, at } of seen) {
    if (at.y - last >= SAME_ROW) rows.push([]);
    rows.at(-1)?.push(cell);
    last = at.y;
  }
  return rows;
}
