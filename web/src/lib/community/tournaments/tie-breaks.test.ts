import { describe, expect, it } from 'vitest';

import type { TournamentStanding } from '$lib/base/protocol/types';

import { shownTieBreaks } from './tie-breaks';

function standing(place: number, points: number, tie_breaks: number[]): TournamentStanding {
  return { place, participant: place, points, tie_breaks, won: 0, drawn: 0, lost: 0, streak: 0 };
}

describe('the tie-breaks that standings show', () => {
  it('are the first three where these decide', () => {
    const standings = [standing(1, 2, [1, 0, 0, 9, 9]), standing(2, 2, [0, 0, 0, 5, 5]), standing(3, 0, [0, 0, 0, 1, 1])];
    expect(shownTieBreaks(standings, 5, true)).toEqual([0, 1, 2]);
  });

  it('are also those that have decided a place', () => {
    const standings = [standing(1, 1, [1, 1, 0, 3, 6]), standing(2, 1, [1, 1, 0, 3, 5]), standing(3, 1, [1, 1, 0, 3, 4])];
    expect(shownTieBreaks(standings, 6, true)).toEqual([0, 1, 2, 4]);
  });

  it('count before points in a knockout alone', () => {
    const standings = [standing(1, 1, [2, 0, 0, 1]), standing(2, 3, [2, 0, 0, 0])];
    expect(shownTieBreaks(standings, 4, false)).toEqual([0, 1, 2, 3]);
    expect(shownTieBreaks(standings, 4, true)).toEqual([0, 1, 2]);
  });

  it('are none but the first where those who are equal share a place', () => {
    const standings = [standing(1, 1, [1, 1, 1, 1]), standing(1, 1, [1, 1, 1, 1])];
    expect(shownTieBreaks(standings, 4, true)).toEqual([0, 1, 2]);
  });
});
