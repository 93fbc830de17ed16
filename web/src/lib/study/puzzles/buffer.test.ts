import { afterEach, describe, expect, it } from 'vitest';

import type { PuzzleChoice } from '$lib/base/api/puzzles';
import { ONE_MOVE } from '../../../test/puzzles';

import { MAX_PUZZLES, removePuzzle, storedPuzzles, storePuzzle } from './buffer';

const ANY: PuzzleChoice = { mode: 'two', theme: null, difficulty: 'equal' };
const LANCES: PuzzleChoice = { ...ANY, theme: 'lance' };

function store(choice: PuzzleChoice, ...ids: string[]): void {
  for (const id of ids) storePuzzle(choice, { ...ONE_MOVE, id });
}

function ids(choice: PuzzleChoice): string[] {
  return storedPuzzles(choice).map(({ id }) => id);
}

afterEach(() => localStorage.clear());

describe('the stored puzzles', () => {
  it('belong to a choice, and keep their order', () => {
    expect(ids(ANY)).toEqual([]);
    store(ANY, 'a', 'b');
    store(LANCES, 'c');
    store(ANY, 'a');
    expect([ids(ANY), ids(LANCES)]).toEqual([['a', 'b'], ['c']]);
    expect(storedPuzzles(LANCES)).toEqual([{ ...ONE_MOVE, id: 'c' }]);
  });

  it('are removed when they are attempted', () => {
    store(ANY, 'a', 'b');
    removePuzzle('a');
    removePuzzle('nothing');
    expect(ids(ANY)).toEqual(['b']);
  });

  it('are few: those for another choice are replaced first', () => {
    store(ANY, 'a', 'b', 'c');
    store(LANCES, 'd', 'e');
    expect(ids(ANY).length + ids(LANCES).length).toBe(MAX_PUZZLES);
    store(LANCES, 'f', 'g');
    expect([ids(ANY), ids(LANCES)]).toEqual([['c'], ['d', 'e', 'f', 'g']]);
    store(LANCES, 'h', 'i');
    expect([ids(ANY), ids(LANCES)]).toEqual([[], ['e', 'f', 'g', 'h', 'i']]);
  });

  it('are none if the stored text is damaged', () => {
    const entry = { choice: 'two,,equal', puzzle: ONE_MOVE };
    const damaged = [
      ...['', '7', '{"a":1}', '[', '[null]'],
      ...[{ position: 'x' }, { mode: 'five' }, { solution: null }, { id: 7 }].map((change) => JSON.stringify([{ ...entry, puzzle: { ...ONE_MOVE, ...change } }])),
    ];
    for (const text of damaged) {
      localStorage.setItem('sumito.puzzles', text);
      expect(ids(ANY)).toEqual([]);
    }
    localStorage.setItem('sumito.puzzles', JSON.stringify([entry, { choice: 7 }]));
    expect(ids(ANY)).toEqual([ONE_MOVE.id]);
  });
});
