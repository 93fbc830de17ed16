import { describe, expect, it } from 'vitest';

import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { readPosition } from '$lib/game/rules/position-text';

import { exerciseOf, judgedByAuthor } from './practice';
import { chapterFrom, placeAt } from './state';

const POSITION = 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0,0 0 0';

function chapter(...moves: readonly (readonly [parent: number, move: string])[]) {
  const nodes = moves.map(([parent, move], index) => ({ id: index + 1, parent, move, comment: `after ${move}` }));
  return chapterFrom({ id: 1, name: 'One', mode: 'two', position: POSITION, nodes: [{ id: 0, parent: 0 }, ...nodes] });
}

describe('practising a chapter', () => {
  it('asks for the main line, up to the last move of the reader', () => {
    const whole = chapter([0, 'a1b2'], [1, 'i5h5'], [2, 'b2c3'], [3, 'h5g5'], [0, 'a2b3']);
    expect(exerciseOf(whole)?.solution).toEqual(['a1b2', 'i5h5', 'b2c3']);
    expect(exerciseOf(chapter())).toBeNull();
  });

  it('accepts only the moves of its author', () => {
    const start = readPosition('two', POSITION);
    const task = { start, solution: ['a1b2'] };
    const judge = (text: string, solution = task.solution) => {
      const move = readMove(start, text);
      if (isIllegal(move)) throw new Error(text);
      return judgedByAuthor({ start, solution }, 0, start, move);
    };
    expect([judge('a1b2'), judge('a2b3'), judge('a1b2', ['a1b2', 'i5h5', 'b2c3'])]).toEqual(['solved', 'wrong', 'right']);
  });

  it('finds what the author has written about a wrong move', () => {
    const whole = chapter([0, 'a1b2'], [0, 'a2b3']);
    expect(placeAt(whole, ['a2b3'])?.comment).toBe('after a2b3');
    expect(placeAt(whole, ['b1c2'])).toBeNull();
  });
});
