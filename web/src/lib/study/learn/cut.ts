import { centre, turned } from '$lib/game/board/geometry';
import { VIEW } from '$lib/game/board/outline';
import type { Cell } from '$lib/game/rules/cell';

/** Distance from the middle of an outer cell to the edge of the picture. */
const MARGIN = 1.15;
/** The smallest visible part of the board, so that marbles are never huge. */
const LEAST = 0.52;
/** From here on, the whole board is shown. */
const MAX = 0.86;

/**
 * The part of a board around some cells, as an SVG `viewBox` of the same proportions as the whole one; `null` for all of it.
 *
 * @param rotation of the board, in steps of 60 degrees
 */
export function cutAround(cells: readonly Cell[], rotation: number): string | null {
  if (cells.length === 0) return null;
  const points = cells.map((cell) => turned(centre(cell), rotation));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
  const part = Math.max(LEAST, width / VIEW.width, height / VIEW.height);
  if (part >= MAX) return null;
  const x = within(VIEW.x, VIEW.width, (left + right) / 2, part);
  const y = within(VIEW.y, VIEW.height, (top + bottom) / 2, part);
  return [x, y, VIEW.width * part, VIEW.height * part].map((number) => number.toFixed(3)).join(' ');
}

/** The start of a part whose middle is as near to `middle` as the whole allows. */
function within(from: number, length: number, middle: number, part: number): number {
  return Math.min(from + length * (1 - part), Math.max(from, middle - (length * part) / 2));
}
