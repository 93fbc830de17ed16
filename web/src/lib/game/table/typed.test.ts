import { describe, expect, it } from 'vitest';

import { moveText } from '$lib/game/rules/notation';
import { startOf } from '$lib/game/rules/position-text';

import { readTyped } from './typed';

const POSITION = startOf('two', 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb');

function why(text: string): string | null {
  return readTyped(POSITION, text).why;
}

describe('a move in the text field', () => {
  it('shows no error while it can become a legal move', () => {
    for (const text of ['', ' ', 'c', 'c3', 'C3d', 'c3c5', '12. c3c5', 'c3c5d']) {
      expect(readTyped(POSITION, text), text).toEqual({ move: null, why: null });
    }
  });

  it('is recognised as soon as it is legal', () => {
    for (const text of ['c3d4', ' 1. C3D4 ', 'c3c5d3']) {
      const { move } = readTyped(POSITION, text);
      expect(move && moveText(move)).toBe(text.trim().replace('1. ', '').toLowerCase());
    }
  });

  it('shows the reason if it is illegal', () => {
    expect(why('a1a2')).toBe('too_many');
    expect(why('e5e6')).toBe('empty_cell');
    expect(why('c3c5e4')).toBe('too_far');
    expect(why('x')).toBe('not_a_move');
    expect(why('a9b2')).toBe('not_a_move');
    expect(why('c3d4e5f6')).toBe('not_a_move');
  });
});
