import type { RoomState } from '$lib/play/room/state';
import { emptySeats } from '$lib/play/room/seats';

/** A new game for two without a time limit, on empty seats. */
export const ROOM_STATE: RoomState = {
  room: 'hnmrpf6jdds3',
  seq: 9,
  mode: 'two',
  layout: 'standard',
  start_position: undefined,
  coach: undefined,
  clock: { kind: 'none' },
  rated: false,
  visibility: 'public',
  lobby: 'main',
  ready: false,
  vacations: false,
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
  tournament: null,
  can_go_berserk: false,
  berserk: [],
};
