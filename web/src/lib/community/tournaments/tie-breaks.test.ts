import { describe, expect, it } from 'vitest';

import type { TournamentDetail, TournamentStanding } from '$lib/base/protocol/types';

import { shownTieBreaks, tieBreakColumns } from './tie-breaks';

function standing(place: number, points: number, tie_breaks: number[]): TournamentStanding {
  return { place, participant: place, points, tie_breaks, won: 0, drawn: 0, lost: 0, streak: 0 };
}

describe('the tie-breaks that standings show', () => {
  it('are the first three if these decide', () => {
    const standings = [standing(1, 2, [1, 0, 0, 9, 9]), standing(2, 2, [0, 0, 0, 5, 5]), standing(3, 0, [0, 0, 0, 1, 1])];
    expect(shownTieBreaks(standings, 5, true)).toEqual([0, 1, 2]);
  });

  it('include every other tie-break that has decided a place', () => {
    const standings = [standing(1, 1, [1, 1, 0, 3, 6]), standing(2, 1, [1, 1, 0, 3, 5]), standing(3, 1, [1, 1, 0, 3, 4])];
    expect(shownTieBreaks(standings, 6, true)).toEqual([0, 1, 2, 4]);
  });

  it('count before points only in a knockout', () => {
    const standings = [standing(1, 1, [2, 0, 0, 1]), standing(2, 3, [2, 0, 0, 0])];
    expect(shownTieBreaks(standings, 4, false)).toEqual([0, 1, 2, 3]);
    expect(shownTieBreaks(standings, 4, true)).toEqual([0, 1, 2]);
  });

  it('are only the first three if equal participants share a place', () => {
    const standings = [standing(1, 1, [1, 1, 1, 1]), standing(1, 1, [1, 1, 1, 1])];
    expect(shownTieBreaks(standings, 4, true)).toEqual([0, 1, 2]);
  });

  it('are no columns where the bracket or the tables of groups show the order', () => {
    const columns = (form: string): readonly string[] =>
      tieBreakColumns({ settings: { form: { form } }, standings: [standing(1, 1, [4])], state: { tie_breaks: ['reached'] } } as unknown as TournamentDetail).map(({ by }) => by);
    expect(columns('knockout')).toEqual(['reached']);
    expect(columns('double_elimination')).toEqual([]);
    expect(columns('groups')).toEqual([]);
  });
});
