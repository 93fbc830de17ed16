import { describe, expect, it } from 'vitest';

import type { TournamentGame } from '$lib/base/protocol/types';

import { colorOf, FILTERS, inGroupColumns, inPages, isShown, stateOf } from './hall';

const OPEN = { sides: [1, 2], verdict: null, ruling: null } as unknown as TournamentGame;
const DONE = { ...OPEN, verdict: { kind: 'played', winners: [0], marbles: [6, 1], plies: 40 } } as TournamentGame;
const RULED = { ...DONE, ruling: { kind: 'deadline' } } as TournamentGame;

describe('the boards of a hall', () => {
  it('wait for missing players only while the game is open', () => {
    expect(stateOf(OPEN, new Set([2]))).toBe('waiting');
    expect(stateOf(OPEN, new Set([3]))).toBe('playing');
    expect(stateOf(DONE, new Set([2]))).toBe('done');
    expect(stateOf(RULED, new Set())).toBe('ruled');
  });

  it('are filtered by their state', () => {
    const shown = (game: TournamentGame, absent: number[]): string[] => FILTERS.filter((filter) => isShown(game, filter, new Set(absent)));
    expect(shown(OPEN, [])).toEqual(['all', 'playing']);
    expect(shown(OPEN, [1])).toEqual(['all', 'playing', 'waiting']);
    expect(shown(RULED, [1])).toEqual(['all', 'done']);
  });

  it('fill the pages of a screen evenly', () => {
    const rows = Array.from({ length: 11 }, (_, row) => row);
    expect(inPages(rows, 5).map((page) => page.length)).toEqual([4, 4, 3]);
    expect(inPages(rows, 20)).toEqual([rows]);
    expect(inPages([], 5)).toEqual([[]]);
    expect(inPages([1], 0)).toEqual([[1]]);
  });

  it('name the colours of players, and the teams', () => {
    expect([0, 1].map((side) => colorOf('two', side))).toEqual(['black', 'white']);
    expect([0, 1, 2].map((side) => colorOf('three', side))).toEqual(['black', 'white', 'red']);
    expect([0, 1].map((side) => colorOf('four', side))).toEqual(['team', 'team']);
  });
});

describe('the groups on a screen', () => {
  const groups = [1, 2, 3].map((group) => ({ group, rows: [group * 10, group * 10 + 1] }));

  it('stay together in a column', () => {
    const lengths = (most: number): number[] => inGroupColumns(groups, most).map(({ length }) => length);
    expect(lengths(9)).toEqual([9]);
    expect(lengths(8)).toEqual([6, 3]);
    expect(lengths(5)).toEqual([3, 3, 3]);
  });

  it('continue in the next column only if they are longer than one', () => {
    expect(inGroupColumns([{ group: 1, rows: [1, 2, 3] }], 2)).toEqual([
      [{ group: 1 }, { row: 1 }],
      [{ row: 2 }, { row: 3 }],
    ]);
  });
});
