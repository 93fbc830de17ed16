import { leftAfter } from '$lib/game/clock/past';
import { initialMs } from '$lib/game/clock/presets';
import type { Clock, MoveTiming } from '$lib/base/protocol/types';

/** The time on a clock after a ply, in milliseconds. */
export interface Stand {
  readonly ply: number;
  readonly ms: number;
}

/** The history of a clock through a game: at the start, and after each move that changed it. */
export interface Course {
  /** The seat of the clock; `null` for a shared one. */
  readonly seat: number | null;
  readonly stands: readonly Stand[];
}

/**
 * The histories of the clocks. With a time for each move, the rest of it when the move was made.
 *
 * @param timings of each move from the first on
 * @returns an empty list for a game without a limit
 */
export function coursesOf(clock: Clock, timings: readonly MoveTiming[], seats: number): readonly Course[] {
  const initial = initialMs(clock);
  if (initial === null) return [];
  const shared = clock.kind === 'per_game';
  const changed = (seat: number): readonly number[] =>
    timings.flatMap((timing, index) => (shared || timing.seat === seat ? [index + 1] : []));
  return Array.from({ length: shared ? 1 : seats }, (_, seat) => ({
    seat: shared ? null : seat,
    stands: [0, ...changed(seat)].map((ply) => ({
      ply,
      ms: leftAfter(clock, seats, timings.slice(0, ply), null)?.[seat] ?? initial,
    })),
  }));
}

/** The time on the clock at a ply. */
export function standAt({ stands }: Course, ply: number): number {
  return stands.findLast((stand) => stand.ply <= ply)?.ms ?? 0;
}

/** The largest time on any of the clocks. */
export function mostMs(courses: readonly Course[]): number {
  return Math.max(1, ...courses.flatMap(({ stands }) => stands.map(({ ms }) => ms)));
}

/** The course as the data of an SVG path: ply by ply to the right, time upwards, in a box of that size. */
export function pathOf({ stands }: Course, last: number, most: number, width: number, height: number): string {
  const x = (ply: number): string => ((ply / Math.max(1, last)) * width).toFixed(2);
  const y = (ms: number): string => (height - (ms / most) * height).toFixed(2);
  const points = stands.map(({ ply, ms }) => `${x(ply)} ${y(ms)}`);
  // A stopped clock keeps its time up to the end.
  const end = stands.at(-1);
  if (end !== undefined && end.ply < last) points.push(`${x(last)} ${y(end.ms)}`);
  return `M${points.join('L')}`;
}
