import { describe, expect, it } from 'vitest';

import { startOf } from '$lib/game/rules/position-text';

import { Line } from './line';
import { Review } from './review.svelte';

const LINE = Line.from(startOf('two', 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb'), ['a1b2', 'i5h5', 'b2c3']);

function review(last: number): Review {
  const made = new Review(() => LINE);
  made.follow(last, false);
  return made;
}

describe('the review of a game', () => {
  it('follows the newest move', () => {
    const here = review(2);
    here.follow(3, true);
    expect([here.ply, here.last, here.glide]).toEqual([3, 3, true]);
    here.follow(1, false);
    expect([here.ply, here.last]).toEqual([1, 1]);
  });

  it('leaves a reader of an earlier move there', () => {
    const here = review(2);
    here.go(1);
    here.follow(3, true);
    expect([here.ply, here.last, here.live]).toEqual([1, 3, false]);
    here.follow(2, true);
    expect([here.ply, here.last, here.live]).toEqual([1, 2, false]);
  });

  it('shows the newest move where the one on the board was taken back', () => {
    const here = review(3);
    here.go(2);
    here.follow(1, false);
    expect([here.ply, here.last, here.live]).toEqual([1, 1, true]);
  });

  it('goes to the newest move when it is told to', () => {
    const here = review(3);
    here.go(1);
    here.show(2, true);
    expect([here.ply, here.last]).toEqual([2, 2]);
  });
});
