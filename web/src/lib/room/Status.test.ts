import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import type { Room } from './room.svelte';
import { emptySeats } from './seats';
import type { RoomState } from './state';
import Status from './Status.svelte';

const STATE: RoomState = {
  room: 'hnmrpf6jdds3',
  seq: 9,
  mode: 'two',
  layout: 'standard',
  clock: { kind: 'none' },
  rated: false,
  visibility: 'public',
  lobby: 'main',
  ready: false,
  spectator_delay_s: 0,
  seats: emptySeats('two'),
  status: 'playing',
  game: 'g1',
  position: '',
  turn: 0,
  moves: [],
  ledger: [],
  captured: [0, 0],
  reading: { clocks: { remaining_ms: null, running: null, turn_began_at: null, free_ms: 0, shared: false, first_move_by: null }, at: 0 },
  offers: [],
  result: null,
};

afterEach(cleanup);

function show(ownSeat: number | null, spectator_delay_s: number): void {
  render(Status, { room: { ownSeat, yourTurn: false } as Room, state: { ...STATE, spectator_delay_s } });
}

describe('what is said beside the board', () => {
  it('tells who watches that they do', () => {
    show(null, 0);
    expect(screen.getByText('You are watching')).toBeTruthy();
  });

  it('tells who watches how late they see the game', () => {
    show(null, 180);
    expect(screen.getByText('You are watching, 3 minutes late')).toBeTruthy();
  });

  it('tells a player nothing of it', () => {
    show(1, 180);
    expect(screen.queryByText(/watching/)).toBeNull();
  });
});
