import { describe, expect, it } from 'vitest';

import type { TournamentDetail, TournamentFormat, TournamentStanding } from '$lib/base/protocol/types';

import { inGroups, isInGroups } from './groups';

function row(participant: number, group?: number, group_place?: number): TournamentStanding {
  const rest = { place: 1, points: 0, tie_breaks: [], won: 0, drawn: 0, lost: 0, streak: 0 };
  return { participant, ...rest, ...(group !== undefined && { group }), ...(group_place !== undefined && { group_place }) };
}

describe('the groups of a tournament', () => {
  it('are in order, each from first to last', () => {
    const groups = inGroups([row(4, 2, 1), row(7, 1, 2), row(1, 1, 1), row(5, 2, 2)]);
    expect(groups.map(({ group, rows }) => [group, rows.map(({ participant }) => participant)])).toEqual([
      [1, [1, 7]],
      [2, [4, 5]],
    ]);
  });

  it('do not exist before the start', () => {
    expect(inGroups([row(1), row(2)])).toEqual([]);
  });

  it('have the standings until the first round of the knockout', () => {
    const four: TournamentFormat = { form: 'groups', groups: 4, advance: 2, best_of: 1 };
    const at = (round: number, form: TournamentFormat = four): boolean =>
      isInGroups({ settings: { form }, state: { round, rounds: 8 } } as unknown as TournamentDetail);
    expect([1, 5, 6, 8].map((round) => at(round))).toEqual([true, true, false, false]);
    expect(at(1, { form: 'round_robin', cycles: 1 })).toBe(false);
  });
});
