import { describe, expect, it } from 'vitest';
import { timeline } from '$lib/game/board/timeline';
import { startOf } from '$lib/game/rules/position-text';
import { moversOf, roundsOf } from './movers';

const ROWS = 'ww1rr/ww2rr/ww3rr/ww4rr/ww5rr/w6r/7/bbbbbb/bbbbb';

describe('the moves of a game', () => {
  it('are in columns in turn order', () => {
    expect(roundsOf('two', moversOf('two', ['', '', ''], null))).toEqual([
      [1, 2],
      [3, null],
    ]);
    expect(moversOf('four-consecutive', ['', '', '', '', ''], null)).toEqual([0, 2, 1, 3, 0]);
    expect(roundsOf('four-consecutive', [0, 2, 1, 3, 0])).toEqual([
      [1, 2, 3, 4],
      [5, null, null, null],
    ]);
  });

  it('leave a gap for a player who is out', () => {
    const moves = ['b1c2', 'h4g4', 'h9g8', 'c2d3', 'g8f7', 'b2c3'];
    const plies = timeline(startOf('three', ROWS), moves);
    expect(plies).toHaveLength(moves.length + 1);
    const movers = moversOf('three', moves, plies);
    expect(movers).toEqual([0, 1, 2, 0, 2, 0]);
    expect(roundsOf('three', movers)).toEqual([
      [1, 2, 3],
      [4, null, 5],
      [6, null, null],
    ]);
  });
});
