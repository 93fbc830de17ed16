import { describe, expect, it } from 'vitest';

import type { TournamentGame } from '$lib/base/protocol/types';

import { FILTERS, inPages, isShown, stateOf } from './hall';

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
});
