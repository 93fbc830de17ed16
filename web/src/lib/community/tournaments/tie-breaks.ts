import type { TournamentStanding } from '$lib/base/protocol/types';

/** The number of tie-breaks that are always shown: there is room for them. */
const USUAL = 3;

/**
 * The tie-breaks that the standings show, by their places in the order in which they count: the first, and every other tie-break that
 * has put one player above another.
 *
 * @param standings from the first to the last
 * @param byPoints whether points count before the tie-breaks, as they do in formats without a bracket
 */
export function shownTieBreaks(standings: readonly TournamentStanding[], count: number, byPoints: boolean): readonly number[] {
  const decided = new Set(standings.slice(1).map((below, index) => decider(standings[index], below, byPoints)));
  return Array.from({ length: count }, (_, place) => place).filter((place) => place < USUAL || decided.has(place));
}

/** The tie-break that separates two neighbours; `null` if points do, or if the two are equal. */
function decider(above: TournamentStanding | undefined, below: TournamentStanding, byPoints: boolean): number | null {
  if (above === undefined || (byPoints && above.points !== below.points)) return null;
  const place = above.tie_breaks.findIndex((value, index) => value !== below.tie_breaks[index]);
  return place < 0 ? null : place;
}
