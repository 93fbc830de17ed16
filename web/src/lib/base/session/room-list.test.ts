import { describe, expect, it } from 'vitest';

import type { Clock, MyGame } from '$lib/base/protocol/types';

import { merged, pending, urgent, waitingElsewhere } from './room-list';

const SITTING: Clock = { kind: 'sudden_death', initial_ms: 600_000 };
const POST: Clock = { kind: 'per_move', move_ms: 86_400_000 };

function room(id: string, change: Partial<MyGame> = {}): MyGame {
  return {
    room: id,
    mode: 'two',
    layout: 'standard',
    clock: SITTING,
    rated: false,
    visibility: 'public',
    status: 'playing',
    seats: [],
    seat: 0,
    created_at: 1,
    updated_at: 1,
    game: null,
    position: '',
    ply: 0,
    turn: 1,
    your_turn: false,
    turn_ends_at: null,
    waits_for_you: false,
    offers: [],
    result: null,
    ...change,
  };
}

const ids = (rooms: readonly MyGame[]): readonly string[] => rooms.map(({ room }) => room);

describe('the user’s games', () => {
  it('are sorted: rooms that wait for the user, running games, end of the turn, last change', () => {
    const rooms = [
      room('old', { updated_at: 1 }),
      room('new', { updated_at: 9 }),
      room('empty', { status: 'waiting', updated_at: 99 }),
      room('soon', { turn_ends_at: 50 }),
      room('later', { turn_ends_at: 70 }),
      room('mine', { waits_for_you: true, turn_ends_at: 99 }),
      room('mine soon', { waits_for_you: true, turn_ends_at: 60 }),
    ];
    expect(ids(merged([], rooms, []))).toEqual(['mine soon', 'mine', 'soon', 'later', 'new', 'old', 'empty']);
  });

  it('are updated by changes and removals', () => {
    const known = [room('a', { updated_at: 3 }), room('b', { updated_at: 2 }), room('c')];
    expect(ids(merged(known, [room('c', { waits_for_you: true }), room('d', { updated_at: 9 })], ['a']))).toEqual(['c', 'd', 'b']);
  });

  it('are pending if they are not finished or wait for the user', () => {
    const over = room('over', { status: 'finished' });
    const rematch = room('rematch', { status: 'finished', waits_for_you: true });
    expect(ids(pending([over, rematch, room('waiting', { status: 'waiting' })]))).toEqual(['rematch', 'waiting']);
  });

  it('are counted if they wait for the user, except for the shown room', () => {
    const rooms = [room('a', { waits_for_you: true }), room('b', { waits_for_you: true }), room('c')];
    expect(waitingElsewhere(rooms, null)).toBe(2);
    expect(waitingElsewhere(rooms, 'a')).toBe(1);
    expect(waitingElsewhere(rooms, 'c')).toBe(2);
  });
});

describe('the most urgent game', () => {
  it('is a running live game, preferably with the user’s turn', () => {
    const rooms = [room('a'), room('b', { your_turn: true })];
    expect(urgent(rooms, null)?.room).toBe('b');
    expect(urgent(rooms, 'b')?.room).toBe('a');
  });

  it('is never a correspondence game, a waiting room, a finished game or the shown room', () => {
    const rooms = [
      room('days', { clock: POST, your_turn: true }),
      room('endless', { clock: { kind: 'none' } }),
      room('waiting', { status: 'waiting' }),
      room('over', { status: 'finished' }),
      room('here'),
    ];
    expect(urgent(rooms, 'here')).toBeNull();
  });
});
