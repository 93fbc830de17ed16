import { describe, expect, it } from 'vitest';

import type { MistakeReason } from '$lib/base/protocol/types';
import type { Line } from '$lib/game/table/line';

import { areaOf, placeOf } from './graph';
import { NO_POSITIONS, withMore } from './positions';
import { isAllowed, markedBy, reasonText } from './reasons';
import { ofFirst, reversed, scoreText, sharesOf } from './score';
import { gainsAt, gainsText, sharesText } from './verdict';
import { load } from './words';

describe('a score', () => {
  it('is converted to the view of the first side, except among three players', () => {
    expect(ofFirst({ marbles: 40 }, 'two', 'white')).toEqual({ marbles: -40 });
    expect(ofFirst({ win: 3 }, 'four', 'yellow')).toEqual({ loss: 3 });
    expect(ofFirst({ marbles: 40 }, 'four', 'red')).toEqual({ marbles: 40 });
    expect(ofFirst({ marbles: 40 }, 'three', 'white')).toEqual({ marbles: 40 });
    expect(reversed({ marbles: 0 })).toEqual({ marbles: 0 });
  });

  it('shares the point among the sides', () => {
    expect(sharesOf({ chance: 700 }, 'two', 'white')).toEqual([300, 700]);
    expect(sharesOf({ chance: 700 }, 'four', 'red')).toEqual([700, 300]);
    expect(sharesOf({ chance: 700, chances: [200, 500, 300] }, 'three', 'red')).toEqual([200, 500, 300]);
    expect(sharesOf({ chance: 700 }, 'three', 'red')).toEqual([]);
  });

  it.each([
    [{ marbles: 10 }, 540, 'two', 'black', 'Even (+0.1)'],
    [{ marbles: 0 }, 500, 'two', 'black', 'Even (0.0)'],
    [{ marbles: 40 }, 670, 'two', 'white', 'Slight advantage for White (-0.4)'],
    [{ marbles: -120 }, 110, 'two', 'white', 'Clear advantage for Black (+1.2)'],
    [{ marbles: -300 }, 10, 'four', 'black', 'Decisive advantage for White and Yellow (-3.0)'],
    [{ win: 1 }, 1000, 'two', 'white', 'Forced win for White in 1 move'],
    [{ win: 0 }, 1000, 'two', 'white', 'White has won'],
    [{ loss: 0 }, 0, 'two', 'white', 'Black has won'],
    [{ loss: 0 }, 0, 'four', 'black', 'White and Yellow have won'],
    [{ loss: 4 }, 0, 'two', 'white', 'Forced win for Black in 4 moves'],
    [{ marbles: -80 }, 190, 'three', 'red', 'Red is behind (-0.8)'],
    [{ marbles: 80 }, 810, 'three', 'red', 'Clear advantage for Red (+0.8)'],
    [{ loss: 2 }, 0, 'three', 'red', 'Forced loss for Red in 2 moves'],
  ] as const)('%o with a chance of %i in mode %s with %s to move reads: %s', async (score, chance, mode, turn, text) => {
    await load();
    expect(scoreText({ score, chance }, mode, turn)).toBe(text);
  });
});

describe('the evaluation graph', () => {
  it('places positions by ply, with wins at the top', () => {
    expect(placeOf({ ply: 3, shares: [1000, 0] }, 4)).toEqual({ x: 0.75, y: 0 });
    expect(placeOf({ ply: 0, shares: [500, 500] }, 0)).toEqual({ x: 0, y: 0.5 });
    expect(placeOf({ ply: 1, shares: [250, 250, 500] }, 4, 1)).toEqual({ x: 0.25, y: 0.5 });
  });

  it('fills the area below the known scores', () => {
    const worths = [2, 3, 4].map((ply) => ({ ply, shares: [0, 1000] }));
    expect(areaOf(worths, 4, 100, 50)).toBe('M50.00 50L50.00 50.00L75.00 50.00L100.00 50.00L100.00 50Z');
    expect(areaOf([], 4, 100, 50)).toBe('');
  });
});

describe('the verdict on a move', () => {
  const positions = withMore(NO_POSITIONS, {
    full: true,
    positions: [
      [400, 350, 250],
      [280, 450, 270],
      [290, 440, 270],
    ].map((chances, ply) => ({ ply, score: { marbles: 0 }, chance: 500, chances, depth: 3, line: [] })),
  });
  const line = { position: () => ({ turn: 'black' }) } as unknown as Line;

  it('says who gains and who loses, the greatest change first', async () => {
    await load();
    expect(gainsAt(positions, line, 'three', 1)).toEqual([-120, 100, 20]);
    expect(gainsText([-120, 100, 20], 'three')).toBe('Black loses 12%, White gains 10%');
    expect(gainsText([150, -150], 'four')).toBe('Black and Red gain 15%, White and Yellow lose 15%');
    expect(gainsText(gainsAt(positions, line, 'three', 2) ?? [], 'three')).toBe('no real change');
    expect([gainsAt(positions, line, 'three', 3), gainsAt(positions, line, 'three', 0)]).toEqual([null, null]);
    expect(sharesText([400, 350, 250], 'three')).toBe('Black 40%, White 35%, Red 25%');
  });
});

describe('the reason of a mistake', () => {
  it.each([
    [{ kind: 'missed_win', plies: 5 }, 'There was a forced win in 5 moves.'],
    [{ kind: 'allows_ejection', cells: ['e1'], plies: 1 }, 'Now the marble on e1 can be pushed off at once.'],
    [{ kind: 'missed_ejection', cells: ['e1', 'a5'], plies: 3 }, 'The marbles on e1 and a5 could have been pushed off, the first within 3 moves.'],
    [{ kind: 'leaves_centre', cells: ['f6'] }, 'The marble on f6 has moved away from the centre.'],
  ] as const)('%o reads: %s', async (reason, text) => {
    await load();
    expect(reasonText(reason as unknown as MistakeReason)).toBe(text);
  });

  it('marks its marbles, and the answer only if the move allows it', () => {
    expect(markedBy({ kind: 'missed_push', cells: ['e4', 'x9'] }).map(({ name }) => name)).toEqual(['e4']);
    expect(markedBy({ kind: 'missed_win', plies: 3 })).toEqual([]);
    expect([isAllowed({ kind: 'allows_push', cells: [] }), isAllowed({ kind: 'missed_push', cells: [] })]).toEqual([true, false]);
  });
});
