import { describe, expect, it } from 'vitest';

import type { ExplorerMove } from '$lib/base/protocol/types';

import { bandsOf, triedIn } from './explorer';

const MOVES: readonly ExplorerMove[] = [
  { move: 'a1b2', band: 'from_1600', games: 5, won: 2, drawn: 1, lost: 2 },
  { move: 'a2b3', band: 'unrated', games: 4, won: 4, drawn: 0, lost: 0 },
  { move: 'a2b3', band: 'from_1600', games: 3, won: 1, drawn: 0, lost: 2 },
];

describe('moves of other games', () => {
  it('are summed over all bands, with the most frequent first', () => {
    expect(triedIn(MOVES, 'all')).toEqual([
      { move: 'a2b3', games: 7, won: 5, drawn: 0, lost: 2 },
      { move: 'a1b2', games: 5, won: 2, drawn: 1, lost: 2 },
    ]);
  });

  it('are counted per rating band', () => {
    expect(bandsOf(MOVES)).toEqual(['unrated', 'from_1600']);
    expect(triedIn(MOVES, 'unrated')).toEqual([{ move: 'a2b3', games: 4, won: 4, drawn: 0, lost: 0 }]);
    expect(triedIn(MOVES, 'from_1600').map(({ move }) => move)).toEqual(['a1b2', 'a2b3']);
    expect(bandsOf([])).toEqual([]);
  });
});
