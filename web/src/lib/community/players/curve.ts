import type { RatingPoint } from '$lib/base/protocol/types';

/** Width and height of a curve, in its own units. */
export const CURVE = { width: 400, height: 120 } as const;
/** The least range of rating points for the whole height, so that a single game does not look like a peak. */
const LEAST_SPAN = 100;

/** A rating's history as a line: games one after the other, whatever the time between them. */
export interface Curve {
  /** The points of an SVG polyline. */
  readonly line: string;
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
}

/** @param points the newest first, as the server sends them; `null` for fewer than two */
export function curveOf(points: readonly RatingPoint[]): Curve | null {
  const ratings = points.map(({ rating }) => rating).reverse();
  const [first] = ratings;
  const last = ratings.at(-1);
  if (first === undefined || last === undefined || ratings.length < 2) return null;
  const least = Math.min(...ratings);
  const most = Math.max(...ratings);
  const span = Math.max(most - least, LEAST_SPAN);
  const bottom = (least + most - span) / 2;
  const x = (index: number): number => (index / (ratings.length - 1)) * CURVE.width;
  const y = (rating: number): number => CURVE.height * (1 - (rating - bottom) / span);
  const line = ratings.map((rating, index) => `${x(index).toFixed(1)},${y(rating).toFixed(1)}`).join(' ');
  return { line, first, last, least, most };
}
