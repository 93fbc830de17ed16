import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Line } from '$lib/game/table/line';
import { Review } from '$lib/game/table/review.svelte';
import { layoutNamed, startFrom } from '$lib/game/rules/layouts';

import { Autoplay, SPEEDS } from './autoplay.svelte';

const MOVES = ['a1b2', 'i5h5', 'a2b3'];

function reviewOf(moves: readonly string[]): Review {
  const layout = layoutNamed('standard');
  if (layout === null) throw new Error('there is a standard');
  const line = Line.from(startFrom('two', layout), moves);
  const review = new Review(() => line);
  review.follow(moves.length, false);
  return review;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('autoplay', () => {
  it('restarts from the first position, and stops at the last', () => {
    const review = reviewOf(MOVES);
    const autoplay = new Autoplay(review);
    autoplay.start();
    expect([review.ply, autoplay.playing]).toEqual([0, true]);
    const seen: number[] = [];
    for (const _ of MOVES) {
      vi.advanceTimersByTime(SPEEDS.steady);
      seen.push(review.ply);
    }
    expect([seen, autoplay.playing, vi.getTimerCount()]).toEqual([[1, 2, 3], false, 0]);
  });

  it('begins at the current ply, and uses the chosen speed', () => {
    const review = reviewOf(MOVES);
    review.go(1);
    const autoplay = new Autoplay(review);
    autoplay.start();
    autoplay.speed = 'fast';
    vi.advanceTimersByTime(SPEEDS.fast);
    expect(review.ply).toBe(2);
  });

  it('stops when the reader steps, and does nothing without moves', () => {
    const review = reviewOf(MOVES);
    const autoplay = new Autoplay(review);
    autoplay.start();
    review.go(2);
    vi.advanceTimersByTime(SPEEDS.steady);
    expect([review.ply, autoplay.playing]).toEqual([2, false]);
    const nothing = new Autoplay(reviewOf([]));
    nothing.start();
    expect(nothing.playing).toBe(false);
  });
});
