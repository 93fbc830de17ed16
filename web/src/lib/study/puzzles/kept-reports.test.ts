import { afterEach, describe, expect, it } from 'vitest';

import { dropReport, keepReport, keptReports, MAX_REPORTS } from './kept-reports';

afterEach(() => localStorage.clear());

function puzzles(): string[] {
  return keptReports().map(({ puzzle }) => puzzle);
}

describe('the stored reports', () => {
  it('keep the first of each puzzle and user, in order', () => {
    expect(keepReport({ puzzle: 'a', moves: ['e7e8'], user: null })).toBe(true);
    keepReport({ puzzle: 'b', moves: [], user: 'u' });
    keepReport({ puzzle: 'a', moves: [], user: null });
    keepReport({ puzzle: 'a', moves: [], user: 'u' });
    expect(keptReports()).toEqual([
      { puzzle: 'a', moves: ['e7e8'], user: null },
      { puzzle: 'b', moves: [], user: 'u' },
      { puzzle: 'a', moves: [], user: 'u' },
    ]);
    dropReport({ puzzle: 'a', moves: [], user: null });
    expect(puzzles()).toEqual(['b', 'a']);
  });

  it('are bounded: the oldest are dropped', () => {
    for (let number = 0; number < MAX_REPORTS + 2; number += 1) keepReport({ puzzle: String(number), moves: [], user: null });
    expect([puzzles().length, puzzles()[0], puzzles().at(-1)]).toEqual([MAX_REPORTS, '2', String(MAX_REPORTS + 1)]);
  });

  it('are none if the stored text is damaged', () => {
    for (const text of ['', '7', '[', '[null,{"puzzle":1}]', '[{"puzzle":"a","moves":[7],"user":null}]']) {
      localStorage.setItem('sumito.puzzle-reports', text);
      expect(keptReports()).toEqual([]);
    }
  });
});
