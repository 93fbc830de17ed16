import { describe, expect, it, vi } from 'vitest';

import type { Event, Snapshot } from '$lib/protocol/types';
import { emptySeats } from '$lib/room/seats';
import { positionText, readPosition, startOf } from '$lib/rules/position-text';
import { readMove } from '$lib/rules/notation';
import { isIllegal } from '$lib/rules/illegal';
import { play } from '$lib/rules/play';
import { Connection } from '$lib/socket/connection';

import { WatchedGame } from './watched-game.svelte';

const START = positionText(startOf('two', 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww'));

function after(line: string, text: string): string {
  const position = readPosition('two', line);
  const move = readMove(position, text);
  if (isIllegal(move)) throw new Error(`${text} cannot be played`);
  return positionText(play(position, move));
}

const CLOCKS = { remaining_ms: null, running: null, turn_began_at: null, free_ms: 0, shared: false, first_move_by: null };

function snapshot(seq: number, position: string): Snapshot {
  return {
    room: 'r',
    seq,
    at: 0,
    mode: 'two',
    layout: 'belgian_daisy',
    clock: { kind: 'none' },
    rated: false,
    visibility: 'public',
    lobby: 'main',
    ready: false,
    spectator_delay_s: 0,
    seats: emptySeats('two'),
    status: 'playing',
    game: 'g',
    position,
    turn: 0,
    ply: 0,
    captured: [0, 0],
    moves: [],
    ledger: [],
    clocks: CLOCKS,
    offers: [],
    result: null,
  };
}

function moved(seq: number, seat: number, move: string, position: string): Event {
  const turn = 1 - seat;
  return { room: 'r', seq, at: 0, kind: 'moved', seat, ply: seq, move, ejected: null, position, captured: [0, 0], turn, clocks: CLOCKS, time: null };
}

/** A game that is followed over a connection of which only that is known. */
function watched(): { game: WatchedGame; again: () => void } {
  const again = vi.fn();
  const connection = new Connection(() => new WebSocket('ws://nowhere'), {} as ConstructorParameters<typeof Connection>[1]);
  vi.spyOn(connection, 'follow').mockReturnValue({ again, againLater: vi.fn(), end: vi.fn() });
  const game = new WatchedGame('r');
  game.follow(connection);
  return { game, again };
}

describe('a game that is looked on at', () => {
  it('has its marbles go by a move, each of them staying itself', () => {
    const { game } = watched();
    game.snapshot(snapshot(5, START));
    const before = game.marbles;
    expect(game.glide).toBe(false);
    game.event(moved(6, 0, 'a2b3', after(START, 'a2b3')));
    const gone = game.marbles.filter((marble, index) => marble.place !== before[index]?.place);
    expect(game.marbles.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(gone.length).toBeGreaterThan(0);
    expect(game.trace?.from.map(({ name }) => name)).toEqual(['a2']);
    expect(game.glide).toBe(true);
    expect(game.since()).toBe(6);
  });

  it('is laid anew where one has not seen the way', () => {
    const { game } = watched();
    game.snapshot(snapshot(5, START));
    game.event(moved(6, 0, 'a2b3', after(START, 'a2b3')));
    game.snapshot(snapshot(5, START));
    expect(game.glide).toBe(false);
    expect(game.trace).toBeNull();
  });

  it('asks for what is missing, and takes nothing twice', () => {
    const { game, again } = watched();
    game.snapshot(snapshot(5, START));
    const { marbles } = game;
    game.event(moved(4, 0, 'a2b3', START));
    expect(again).not.toHaveBeenCalled();
    game.event(moved(7, 1, 'a4b4', START));
    expect(again).toHaveBeenCalledOnce();
    expect(game.marbles).toBe(marbles);
  });
});
