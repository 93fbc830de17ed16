import { describe, expect, it } from 'vitest';

import type { TournamentDetail, TournamentGame } from '$lib/base/protocol/types';

import { areForbidden, canDraft, exchanged, haveMet, isSame, split, turned, withBye, type Pairing } from './draft';

const PAIRING: Pairing = {
  tables: [
    [1, 4],
    [2, 5],
  ],
  byes: [
    { participant: 3, kind: 'full' },
    { participant: 6, kind: 'half' },
  ],
};

describe('a pairing by hand', () => {
  it('exchanges players of two tables, and a player with one who has a bye', () => {
    expect(exchanged(PAIRING, 4, 2).tables).toEqual([
      [1, 2],
      [4, 5],
    ]);
    const rests = exchanged(PAIRING, 1, 6);
    expect(rests.tables[0]).toEqual([6, 4]);
    expect(rests.byes[1], 'the kind of the bye stays').toEqual({ participant: 1, kind: 'half' });
  });

  it('pairs two players with byes', () => {
    const { tables, byes } = exchanged(PAIRING, 6, 3);
    expect(tables.at(-1)).toEqual([6, 3]);
    expect(byes).toEqual([]);
  });

  it('turns and splits a table', () => {
    expect(turned(PAIRING, 1).tables).toEqual([
      [1, 4],
      [5, 2],
    ]);
    const apart = split(PAIRING, 0);
    expect(apart.tables).toEqual([[2, 5]]);
    expect(apart.byes.map(({ participant }) => participant)).toEqual([3, 6, 1, 4]);
    expect(withBye(apart, 4, 'absent').byes.at(-1)).toEqual({ participant: 4, kind: 'absent' });
  });

  it('rotates a table of three, and never makes a table of two', () => {
    const three: Pairing = { tables: [[1, 2, 3]], byes: [{ participant: 4, kind: 'full' }, { participant: 5, kind: 'full' }] };
    expect(turned(three, 0).tables).toEqual([[2, 3, 1]]);
    expect(exchanged(three, 4, 5, 'three').tables).toEqual(three.tables);
    expect(exchanged(three, 3, 5, 'three').tables).toEqual([[1, 2, 5]]);
    const game = [{ sides: [3, 7, 1], verdict: { kind: 'played' } }] as TournamentGame[];
    expect(haveMet(game, [1, 2, 3])).toBe(true);
    expect(haveMet(game, [1, 2, 4])).toBe(false);
  });

  it('is the same whatever the order of its byes', () => {
    expect(isSame(PAIRING, { ...PAIRING, byes: PAIRING.byes.toReversed() })).toBe(true);
    expect(isSame(PAIRING, turned(PAIRING, 0))).toBe(false);
  });

  it('knows rematches and forbidden pairs', () => {
    const games = [{ sides: [4, 1], verdict: { kind: 'played' } }, { sides: [2, 5], verdict: { kind: 'forfeit' } }] as TournamentGame[];
    expect(haveMet(games, [1, 4])).toBe(true);
    expect(haveMet(games, [2, 5]), 'no game was played').toBe(false);
    expect(areForbidden([[2, 5]], [5, 2])).toBe(true);
    expect(areForbidden([[2, 5]], [5, 1])).toBe(false);
  });
});

describe('the pairing of the next round', () => {
  const at = (form: string, state: object): boolean =>
    canDraft({ settings: { form: { form } }, state: { status: 'running', next_round_at: null, draft: null, ...state } } as unknown as TournamentDetail);

  it('is prepared in the break of a Swiss system, and waits until the round begins', () => {
    expect(at('swiss', {})).toBe(false);
    expect(at('swiss', { next_round_at: 5 })).toBe(true);
    expect(at('swiss', { draft: 41 })).toBe(true);
    expect(at('swiss', { status: 'finished', draft: 41 })).toBe(false);
    expect(at('round_robin', { next_round_at: 5 })).toBe(false);
  });
});
