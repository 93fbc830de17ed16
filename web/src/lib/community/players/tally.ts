import type { PlayedStatistics } from '$lib/base/protocol/types';

/** Results of games, and the marbles pushed out in them. */
export interface Sums {
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly ejected: number;
}

/** The games by one of their settings, the most frequent first. */
export function by<What extends string>(
  played: readonly PlayedStatistics[],
  what: (played: PlayedStatistics) => What,
): readonly (readonly [What, Sums])[] {
  const sums = new Map<What, Sums>();
  for (const part of played) {
    const before = sums.get(what(part));
    const sum = (key: keyof Sums): number => (before?.[key] ?? 0) + part[key];
    sums.set(what(part), { games: sum('games'), won: sum('won'), drawn: sum('drawn'), lost: sum('lost'), ejected: sum('ejected') });
  }
  return [...sums].sort(([, one], [, other]) => other.games - one.games);
}
