import type { ActiveDay } from '$lib/base/protocol/types';

const DAY_MS = 86_400_000;
/** The least number of games of each shade above the first. */
const SHADES = [1, 3, 6, 10];

/** A day of the map. */
export interface Cell {
  /** The start of the day (UTC), in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly games: number;
  /** 0 without games, up to 4. */
  readonly shade: number;
}

/** The weeks of a map, the oldest first: each from Monday to Sunday, the last one until today. */
export function weeksOf(days: readonly ActiveDay[], now: number, weeks: number): readonly (readonly Cell[])[] {
  const games = new Map(days.map((day) => [Date.parse(`${day.day}T00:00:00Z`), day.games]));
  const today = now - (now % DAY_MS);
  // The Unix epoch was a Thursday.
  const weekday = (today / DAY_MS + 3) % 7;
  const first = today - (weekday + 7 * (weeks - 1)) * DAY_MS;
  return Array.from({ length: weeks }, (_, week) => {
    const count = week === weeks - 1 ? weekday + 1 : 7;
    return Array.from({ length: count }, (_, day) => {
      const at = first + (7 * week + day) * DAY_MS;
      const played = games.get(at) ?? 0;
      return { at, games: played, shade: SHADES.filter((least) => played >= least).length };
    });
  });
}

/** The longest and the current number of days in a row with games. Today may still be without one. */
export function runsOf(days: readonly ActiveDay[], now: number): { readonly longest: number; readonly current: number } {
  const active = days.filter(({ games }) => games > 0).map(({ day }) => Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  let [longest, run, last] = [0, 0, Number.NaN];
  for (const day of active) {
    run = day === last + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  const today = Math.floor(now / DAY_MS);
  return { longest, current: last >= today - 1 ? run : 0 };
}

/** The games of a month. */
export interface MonthTally {
  /** `2026-12`. */
  readonly month: string;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** The months with games, the newest first. */
export function monthsOf(days: readonly ActiveDay[]): readonly MonthTally[] {
  const months = new Map<string, MonthTally>();
  for (const { day, games, won, drawn, lost } of days) {
    const month = day.slice(0, 7);
    const sum = months.get(month) ?? { month, games: 0, won: 0, drawn: 0, lost: 0 };
    const more = { games: sum.games + games, won: sum.won + won, drawn: sum.drawn + drawn, lost: sum.lost + lost };
    months.set(month, { month, ...more });
  }
  return [...months.values()].reverse();
}
