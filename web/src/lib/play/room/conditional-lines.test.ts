import { describe, expect, it } from 'vitest';

import { preparedPart, withLine } from './conditional-lines';

/** In a game of two, the player's own moves are at odd places. */
const isOwn = (place: number): boolean => place % 2 === 1;

describe('the prepared part of a line', () => {
  it('ends with the player’s own move', () => {
    expect(preparedPart(['a', 'b', 'c'], [0, 1, 0], 1)).toEqual(['a', 'b']);
    expect(preparedPart(['a', 'b', 'c'], [0, 2, 1], 1)).toEqual(['a', 'b', 'c']);
  });

  it('is missing without a reply, or before the player’s own move', () => {
    expect(preparedPart([], [], 1)).toBeNull();
    expect(preparedPart(['a'], [0], 1)).toBeNull();
    expect(preparedPart(['a', 'b'], [1, 0], 1)).toBeNull();
  });
});

describe('a new line', () => {
  it('is added beside other lines', () => {
    expect(withLine([['a', 'b']], ['c', 'd'], isOwn)).toEqual([['a', 'b'], ['c', 'd']]);
    expect(withLine([['a', 'b', 'c', 'd']], ['a', 'b', 'e', 'f'], isOwn)).toHaveLength(2);
  });

  it('replaces another reply to the same moves', () => {
    expect(withLine([['a', 'b', 'c', 'd'], ['e', 'f']], ['a', 'x'], isOwn)).toEqual([['e', 'f'], ['a', 'x']]);
  });

  it('replaces the line that it continues', () => {
    expect(withLine([['a', 'b']], ['a', 'b', 'c', 'd'], isOwn)).toEqual([['a', 'b', 'c', 'd']]);
    const lines = [['a', 'b', 'c', 'd']];
    expect(withLine(lines, ['a', 'b'], isOwn)).toBe(lines);
  });
});
