import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { startOf } from '$lib/game/rules/position-text';

import { Line } from './line';
import type { GameModel } from './model';
import MoveList from './MoveList.svelte';
import { Review } from './review.svelte';

/** Two black marbles in front of a white marble at the edge, and another white marble that can move. */
const ROWS = '5/6/7/8/6bbw/8/7/6/w4';
const MOVES = ['e7e8', 'a1b1'];

beforeAll(() => {
  vi.stubGlobal('ResizeObserver', class {
    observe = (): void => undefined;
    disconnect = (): void => undefined;
  });
});

afterEach(cleanup);

function show(rows: string, moves: readonly string[], ply: number): void {
  const line = Line.from(startOf('two', rows), moves);
  const review = new Review(() => line);
  review.follow(moves.length, false);
  review.go(ply);
  const timings = moves.map((_, seat) => ({ seat, elapsed_ms: 4230, server_ms: 0, forgiven_ms: 0, free_ms: 0, added_ms: 0 }));
  const over = { seats: [], controls: [], near: 0, turn: null, playing: false, legal: [], play: () => undefined };
  const game: GameModel = { mode: 'two', clock: { kind: 'sudden_death', initial_ms: 1 }, line, review, timings, ...over };
  render(MoveList, { game });
}

describe('the list of moves', () => {
  it('numbers the turns, as the analysis does', () => {
    show(ROWS, [...MOVES, 'e8e7'], 3);
    expect([...document.querySelectorAll('.number')].map((number) => number.textContent)).toEqual(['1', '2']);
  });

  it('names and marks the colour of the marble that a move has ejected', () => {
    show(ROWS, MOVES, 2);
    const ejection = screen.getByRole('button', { name: 'Move 1, Black: e7e8, white marble pushed off' });
    expect(ejection.querySelector('.mark')).not.toBeNull();
    expect(ejection.textContent.trim()).toBe('e7e8');
    const plain = screen.getByRole('button', { name: 'Move 2, White: a1b1' });
    expect(plain.querySelector('.mark')).toBeNull();
  });

  it('labels a push', () => {
    show('5/6/7/8/5bbw1/8/7/6/w4', ['e6e7'], 1);
    expect(screen.getByRole('button', { name: 'Move 1, Black: e6e7, push' })).toBeDefined();
  });

  it('shows the time of each move', () => {
    show(ROWS, MOVES, 2);
    expect(screen.getAllByText('4.2s')).toHaveLength(2);
  });

  it('has one button in the tab order: the shown ply, or the first ply', () => {
    const stops = (): (string | null)[] =>
      screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0).map((button) => button.getAttribute('data-ply'));
    show(ROWS, MOVES, 2);
    expect(stops()).toEqual(['2']);
    cleanup();
    show(ROWS, MOVES, 0);
    expect(stops()).toEqual(['1']);
  });
});
