import { describe, expect, it } from 'vitest';

import { areaOf, placeOf } from './graph';
import { heightOf, ofFirst, reversed, scoreText } from './score';
import { load } from './words';

describe('a score', () => {
  it('is converted to the view of the first side, except among three players', () => {
    expect(ofFirst({ marbles: 40 }, 'two', 'white')).toEqual({ marbles: -40 });
    expect(ofFirst({ win: 3 }, 'four', 'yellow')).toEqual({ loss: 3 });
    expect(ofFirst({ marbles: 40 }, 'four', 'red')).toEqual({ marbles: 40 });
    expect(ofFirst({ marbles: 40 }, 'three', 'white')).toEqual({ marbles: 40 });
    expect(reversed({ marbles: 0 })).toEqual({ marbles: 0 });
  });

  it('has a height from -1 for a loss to 1 for a win', () => {
    expect([heightOf({ loss: 2 }), heightOf({ marbles: 0 }), heightOf({ win: 9 })]).toEqual([-1, 0, 1]);
    expect(heightOf({ marbles: 99 })).toBeCloseTo(0.5, 2);
    expect(heightOf({ marbles: 5000 })).toBeLessThanOrEqual(1);
  });

  it.each([
    [{ marbles: 10 }, 'two', 'black', 'Even (+0.1)'],
    [{ marbles: 0 }, 'two', 'black', 'Even (0.0)'],
    [{ marbles: 40 }, 'two', 'white', 'Slight advantage for White (-0.4)'],
    [{ marbles: -120 }, 'two', 'white', 'Clear advantage for Black (+1.2)'],
    [{ marbles: -300 }, 'four', 'black', 'Decisive advantage for White and Yellow (-3.0)'],
    [{ win: 1 }, 'two', 'white', 'Forced win for White in 1 move'],
    [{ win: 0 }, 'two', 'white', 'White has won'],
    [{ loss: 0 }, 'two', 'white', 'Black has won'],
    [{ loss: 0 }, 'four', 'black', 'White and Yellow have won'],
    [{ loss: 4 }, 'two', 'white', 'Forced win for Black in 4 moves'],
    [{ marbles: -80 }, 'three', 'red', 'Red is behind (-0.8)'],
    [{ marbles: 80 }, 'three', 'red', 'Clear advantage for Red (+0.8)'],
    [{ loss: 2 }, 'three', 'red', 'Forced loss for Red in 2 moves'],
  ] as const)('%o in mode %s with %s to move reads: %s', async (score, mode, turn, text) => {
    await load();
    expect(scoreText(score, mode, turn)).toBe(text);
  });
});

describe('the evaluation graph', () => {
  it('places positions by ply, with wins at the top', () => {
    expect(placeOf({ ply: 3, score: { win: 2 } }, 4)).toEqual({ x: 0.75, y: 0 });
    expect(placeOf({ ply: 0, score: { marbles: 0 } }, 0)).toEqual({ x: 0, y: 0.5 });
  });

  it('fills the area below the known scores', () => {
    const worths = [2, 3, 4].map((ply) => ({ ply, score: { loss: 1 } }));
    expect(areaOf(worths, 4, 100, 50)).toBe('M50.00 50L50.00 50.00L75.00 50.00L100.00 50.00L100.00 50Z');
    expect(areaOf([], 4, 100, 50)).toBe('');
  });
});
