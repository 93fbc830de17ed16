import type { Score } from '$lib/base/protocol/types';

import { heightOf } from './score';

/** The value of a position for the side that begins, after this many plies. */
export interface Worth {
  readonly ply: number;
  readonly score: Score;
}

/** The place of a position in the graph: to the right and down, each from 0 to 1. */
export function placeOf({ ply, score }: Worth, last: number): { readonly x: number; readonly y: number } {
  return { x: ply / Math.max(1, last), y: (1 - heightOf(score)) / 2 };
}

/**
 * The area below the curve of a game, as the data of an SVG path in a box of that size. A search begins at the end: plies without
 * an evaluation are left out.
 *
 * @param worths by ply, one after the other
 */
export function areaOf(worths: readonly Worth[], last: number, width: number, height: number): string {
  const [first, end] = [worths[0], worths.at(-1)];
  if (first === undefined || end === undefined) return '';
  const points = worths.map((worth) => {
    const { x, y } = placeOf(worth, last);
    return `${(x * width).toFixed(2)} ${(y * height).toFixed(2)}`;
  });
  const foot = ({ ply }: Worth): string => ((ply / Math.max(1, last)) * width).toFixed(2);
  return `M${foot(first)} ${height}L${points.join('L')}L${foot(end)} ${height}Z`;
}
