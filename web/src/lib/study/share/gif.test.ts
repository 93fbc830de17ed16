import { describe, expect, it } from 'vitest';

import { changesOf } from './gif';

describe('a frame of an animation', () => {
  it('contains only what differs from the frame before', () => {
    const [first, second] = [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 7, 3)];
    expect(changesOf(first, null)).toBe(first);
    expect([...changesOf(second, first)]).toEqual([255, 7, 255]);
  });
});
