/** The points that each side can expect after this many plies, in thousandths. */
export interface Worth {
  readonly ply: number;
  readonly shares: readonly number[];
}

/** The place of a position in the graph: to the right and down, each from 0 to 1. Below it are the shares of the sides up to this one. */
export function placeOf({ ply, shares }: Worth, last: number, side = 0): { readonly x: number; readonly y: number } {
  const below = shares.slice(0, side + 1).reduce((sum, share) => sum + share, 0);
  return { x: ply / Math.max(1, last), y: 1 - below / 1000 };
}

/**
 * The area below the curve of a game, as the data of an SVG path in a box of that size. A search starts at the end: plies without
 * an evaluation are left out.
 *
 * @param worths by ply, one after the other
 * @param side the last of the sides whose shares are in the area
 */
export function areaOf(worths: readonly Worth[], last: number, width: number, height: number, side = 0): string {
  const [first, end] = [worths[0], worths.at(-1)];
  if (first === undefined || end === undefined) return '';
  const points = worths.map((worth) => {
    const { x, y } = placeOf(worth, last, side);
    return `${(x * width).toFixed(2)} ${(y * height).toFixed(2)}`;
  });
  const foot = ({ ply }: Worth): string => ((ply / Math.max(1, last)) * width).toFixed(2);
  return `M${foot(first)} ${height}L${points.join('L')}L${foot(end)} ${height}Z`;
}
