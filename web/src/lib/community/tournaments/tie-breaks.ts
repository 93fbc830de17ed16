import type { TieBreak, TournamentDetail, TournamentStanding } from '$lib/base/protocol/types';

import { isElimination } from './bracket';

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

/** A column of the standings, and the place of its values in `tie_breaks`. */
export interface TieBreakColumn {
  readonly by: TieBreak;
  readonly index: number;
}

/**
 * The columns of tie-breaks in the standings of all players. Players of a double elimination are ranked by the round of their elimination,
 * which the bracket shows, and players of groups by their tables.
 */
export function tieBreakColumns({ settings: { form }, standings, state }: TournamentDetail): readonly TieBreakColumn[] {
  return form.form === 'double_elimination' || form.form === 'groups' ? [] : columnsOf(standings, state.tie_breaks, !isElimination(form.form));
}

/** The shown tie-breaks with their places. */
export function columnsOf(standings: readonly TournamentStanding[], order: readonly TieBreak[], byPoints: boolean): readonly TieBreakColumn[] {
  return shownTieBreaks(standings, order.length, byPoints).flatMap((index) => {
    const by = order[index];
    return by === undefined ? [] : [{ by, index }];
  });
}

/** The tie-break that separates two neighbours; `null` if points do, or if the two are equal. */
function decider(above: TournamentStanding | undefined, below: TournamentStanding, byPoints: boolean): number | null {
  if (above === undefined || (byPoints && above.points !== below.points)) return null;
  const place = above.tie_breaks.findIndex((value, index) => value !== below.tie_breaks[index]);
  return place < 0 ? null : place;
}
