import { describe, expect, it } from 'vitest';

import type { BracketMatch, BracketPart } from '$lib/base/protocol/types';

import { inColumns, stageOf } from './bracket';

function match(number: number, round: number, part: BracketPart, free = false): BracketMatch {
  const slot = { participant: null, free, points: 0 };
  return { number, round, pairing: 0, part, slots: [slot, slot], winner: null, over: false, games: [] };
}

describe('a bracket', () => {
  it('has a column for each round of each part', () => {
    const shown = inColumns([match(1, 1, 'winners'), match(2, 1, 'winners'), match(3, 2, 'winners'), match(4, 2, 'losers'), match(5, 3, 'losers'), match(6, 4, 'final'), match(7, 5, 'reset')]);
    expect(shown.map(({ part, columns }) => [part, columns.map(({ matches }) => matches.map(({ number }) => number))])).toEqual([
      ['winners', [[1, 2], [3]]],
      ['losers', [[4], [5]]],
      ['final', [[6], [7]]],
    ]);
  });

  it('leaves out what is never played', () => {
    const shown = inColumns([match(1, 1, 'winners'), match(2, 2, 'losers', true), match(3, 3, 'losers'), match(4, 4, 'final'), match(5, 5, 'reset', true)]);
    expect(shown.map(({ part, columns }) => [part, columns.map(({ round }) => round)])).toEqual([
      ['winners', [1]],
      ['losers', [3]],
      ['final', [4]],
    ]);
  });
});

describe('a round of a knockout', () => {
  it('is named by the rounds that follow', () => {
    expect([0, 1, 2, 3, 4].map((left) => stageOf(left).stage)).toEqual(['final', 'semi', 'quarter', 'eighth', 'sixteenth']);
    expect(stageOf(5)).toEqual({ stage: 'early', players: 64 });
  });
});
