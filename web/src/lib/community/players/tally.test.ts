import { describe, expect, it } from 'vitest';

import type { PlayedStatistics } from '$lib/base/protocol/types';
import { by } from './tally';

function played(layout: string, color: 'black' | 'white', games: number, won: number): PlayedStatistics {
  return { mode: 'two', layout, color, games, won, drawn: 0, lost: games - won, ejected: 5 * games, plies: 80 * games };
}

describe('statistics', () => {
  it('are summed by kind of game, with the most frequent first', () => {
    const all = [played('standard', 'black', 1, 1), played('standard', 'white', 2, 0), played('snakes', 'black', 4, 3)];
    const sums = (games: number, won: number) => ({ games, won, drawn: 0, lost: games - won, ejected: 5 * games });
    expect(by(all, ({ layout }) => layout)).toEqual([['snakes', sums(4, 3)], ['standard', sums(3, 1)]]);
    expect(by(all, ({ color }) => color)).toEqual([['black', sums(5, 4)], ['white', sums(2, 0)]]);
    expect(by([], ({ mode }) => mode)).toEqual([]);
  });
});
