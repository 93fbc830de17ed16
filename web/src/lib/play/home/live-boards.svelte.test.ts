import { describe, expect, it } from 'vitest';

import type { Board } from '$lib/base/protocol/types';
import { emptySeats } from '$lib/play/room/seats';
import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { play } from '$lib/game/rules/play';
import { positionText, readPosition, startOf } from '$lib/game/rules/position-text';

import { FeaturedGame } from './featured-game.svelte';
import { LiveBoards } from './live-boards.svelte';

const START = positionText(startOf('two', 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww'));

function after(line: string, ...moves: readonly string[]): string {
  const end = moves.reduce((position, text) => {
    const move = readMove(position, text);
    if (isIllegal(move)) throw new Error(`${text} cannot be played`);
    return play(position, move);
  }, readPosition('two', line));
  return positionText(end);
}

function board(position: string, turn: number | null, last: string | null = null, room = 'r'): Board {
  const seats = emptySeats('two');
  const clock = { kind: 'none' } as const;
  const clocks = { remaining_ms: null, running: null, turn_began_at: null, free_ms: 0, shared: false, first_move_by: null };
  const summary = { room, mode: 'two', layout: 'belgian_daisy', clock, rated: false, status: 'playing', seats, created_at: 0 } as const;
  return { room: summary, position, turn, last, captured: [0, 0], clocks, at: 0 };
}

describe('a featured game', () => {
  it('animates a move, and each marble keeps its id', () => {
    const game = new FeaturedGame(board(START, 0));
    const before = game.marbles;
    expect(game.glide).toBe(false);
    game.take(board(after(START, 'a2b3'), 1, 'a2b3'));
    const gone = game.marbles.filter((marble, index) => marble.place !== before[index]?.place);
    expect(game.marbles.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(gone.length).toBeGreaterThan(0);
    expect(game.trace?.from.map(({ name }) => name)).toEqual(['a2']);
    expect(game.glide).toBe(true);
  });

  it('is redrawn without animation after several moves at once', () => {
    const game = new FeaturedGame(board(START, 0));
    const there = after(START, 'a2b3', 'a4b4');
    game.take(board(there, 0, 'a4b4'));
    expect(game.glide).toBe(false);
    expect(game.trace).toBeNull();
    expect(game.marbles.map(({ place }) => place)).toEqual(new FeaturedGame(board(there, 0)).marbles.map(({ place }) => place));
  });

  it('keeps its marbles if only its clocks or players have changed', () => {
    const game = new FeaturedGame(board(START, 0));
    game.take(board(after(START, 'a2b3'), 1, 'a2b3'));
    const { marbles } = game;
    game.take({ ...board(after(START, 'a2b3'), 1, 'a2b3'), at: 5 });
    expect(game.marbles).toBe(marbles);
    expect(game.board.at).toBe(5);
  });
});

describe('live boards', () => {
  it('keep their places while they are shown', () => {
    const live = new LiveBoards();
    const ids = (): string[] => live.games.map(({ id }) => id);
    live.changed([board(START, 0, null, 'a'), board(START, 0, null, 'b')], [], true);
    const [, second] = live.games;
    live.changed([board(after(START, 'a2b3'), 1, 'a2b3', 'b'), board(START, 0, null, 'c')], ['a'], false);
    expect(ids()).toEqual(['b', 'c']);
    expect(live.games[0]).toBe(second);
    expect(second?.glide).toBe(true);
    live.changed([board(START, 0, null, 'c')], [], true);
    expect(ids()).toEqual(['c']);
  });
});
