import type { Mode, RatingDay, RatingPoint, Speed } from '$lib/base/protocol/types';

export const SPANS = ['month', 'year', 'all'] as const;
/** A span of time until now that a chart shows. */
export type Span = (typeof SPANS)[number];

const DAY_MS = 86_400_000;
const LENGTH_MS: Readonly<Record<Exclude<Span, 'all'>, number>> = { month: 30 * DAY_MS, year: 365 * DAY_MS };
/** The shortest span of a chart of all games, so that its axis has days. */
const LEAST_MS = 7 * DAY_MS;
/** The least range of rating points for the whole height, so that a single game does not look like a peak. */
const LEAST_HEIGHT = 100;

/** A rating at a moment. */
export interface Moment {
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  readonly rating: number;
}

/** The history of a rating. */
export interface Line {
  readonly mode: Mode;
  readonly speed: Speed;
  /** The oldest first. */
  readonly moments: readonly Moment[];
}

/** @param points the newest first, as the server sends them */
export function momentsOf(points: readonly RatingPoint[]): readonly Moment[] {
  return points.map(({ at, rating }) => ({ at: at / 1000, rating })).reverse();
}

/** The last games, and before them the ends of days. */
export function withDays(moments: readonly Moment[], days: readonly RatingDay[]): readonly Moment[] {
  const first = moments[0]?.at ?? Number.POSITIVE_INFINITY;
  const before = days.map(({ at, rating }) => ({ at: at / 1000, rating })).filter(({ at }) => at < first);
  return [...before, ...moments];
}

/** The moment at which a chart of these lines starts. */
export function startOf(lines: readonly Line[], span: Span, now: number): number {
  if (span !== 'all') return now - LENGTH_MS[span];
  return Math.min(now - LEAST_MS, ...lines.flatMap(({ moments: [first] }) => (first === undefined ? [] : [first.at])));
}

/** The part of a line since a moment. It starts with the rating of that time, if there was one, and ends now. */
export function since(moments: readonly Moment[], from: number, now: number): readonly Moment[] {
  const first = moments.findIndex(({ at }) => at >= from);
  const inside = first === -1 ? [] : moments.slice(first);
  const before = first === -1 ? moments.at(-1) : moments[first - 1];
  const last = inside.at(-1) ?? before;
  return [
    ...(before === undefined ? [] : [{ at: from, rating: before.rating }]),
    ...inside,
    ...(last === undefined || last.at >= now ? [] : [{ at: now, rating: last.rating }]),
  ];
}

/** The last rating at or before a moment; `null` before the first. */
export function ratingAt(moments: readonly Moment[], at: number): number | null {
  return moments.findLast((moment) => moment.at <= at)?.rating ?? null;
}

/** The lowest and the highest rating that a chart has room for. */
export function heightOf(ratings: readonly number[]): readonly [number, number] {
  if (ratings.length === 0) return [1500 - LEAST_HEIGHT / 2, 1500 + LEAST_HEIGHT / 2];
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const height = Math.max((most - least) * 1.15, LEAST_HEIGHT);
  const middle = (least + most) / 2;
  return [middle - height / 2, middle + height / 2];
}

/** A line in numbers. */
export interface Course {
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
}

/** `null` without a rating. */
export function courseOf(moments: readonly Moment[]): Course | null {
  const ratings = moments.map(({ rating }) => rating);
  const [first, last] = [ratings[0], ratings.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { first, last, least: Math.min(...ratings), most: Math.max(...ratings) };
}

/** The end of a period of a table, and the ratings then, by line. */
export interface Row {
  readonly at: number;
  readonly ratings: readonly (number | null)[];
}

/** The ratings at the end of each day of a month, or of each month otherwise, the newest first. Periods without a game are left out. */
export function rowsOf(lines: readonly Line[], span: Span, from: number): readonly Row[] {
  const ends = new Map<string, number>();
  const moments = lines.flatMap((line) => line.moments).filter(({ at }) => at >= from);
  for (const { at } of moments) {
    const date = new Date(at);
    const period = [date.getFullYear(), date.getMonth(), ...(span === 'month' ? [date.getDate()] : [])].join('-');
    ends.set(period, Math.max(at, ends.get(period) ?? at));
  }
  return [...ends.values()]
    .sort((one, other) => other - one)
    .map((at) => ({ at, ratings: lines.map((line) => ratingAt(line.moments, at)) }));
}
