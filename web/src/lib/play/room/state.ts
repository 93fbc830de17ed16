import { changes, withPresence as seatsWithPresence, withRatings as seatsWithRatings } from 'sumito-client/fold';
import type { ClockReading } from '$lib/base/protocol/clock-reading';
import type {
  Clock,
  Clocks,
  Event,
  GameResult,
  Mode,
  MoveTiming,
  OpenOffer,
  Seat,
  SeatPresence,
  SeatRating,
  Snapshot,
  Status,
  Visibility,
} from '$lib/base/protocol/types';
import { emptySeats } from './seats';
import { sidesOf } from '$lib/game/rules/mode';

/** All that is known of a room. Whether it came as a snapshot or message by message makes no difference. */
export interface RoomState {
  readonly room: string;
  /** The last event that is contained. */
  readonly seq: number;
  readonly mode: Mode;
  readonly layout: string;
  /** The position from which the games start instead of the layout. */
  readonly start_position: string | undefined;
  /** Whether a coach helps the only person in the room. */
  readonly coach: boolean | undefined;
  readonly clock: Clock;
  readonly rated: boolean;
  readonly visibility: Visibility;
  readonly lobby: string;
  /** Whether every player must be ready before a game starts. */
  readonly ready: boolean;
  /** Whether the clock of a player on vacation is stopped. */
  readonly vacations: boolean;
  /** The delay of spectators, in seconds. */
  readonly spectator_delay_s: number;
  /** The tournament to which the room's one game belongs. */
  readonly tournament: string | null;
  /** Whether a player may go berserk before their first move. */
  readonly can_go_berserk: boolean;
  /** The seats that play with half of the time. */
  readonly berserk: readonly number[];
  readonly seats: readonly Seat[];
  readonly status: Status;
  readonly game: string | null;
  /** The position line; empty as long as only events before the start are known. */
  readonly position: string;
  readonly turn: number | null;
  readonly moves: readonly string[];
  /** The effects of the moves on their players' clocks. For a very long game, perhaps only the last entries. */
  readonly ledger: readonly MoveTiming[];
  readonly captured: readonly number[];
  readonly reading: ClockReading;
  readonly offers: readonly OpenOffer[];
  readonly result: GameResult | null;
}

export function fromSnapshot(snapshot: Snapshot): RoomState {
  const { seats, status, game, position, turn, moves, ledger, captured, clocks, at, offers, result } = snapshot;
  return {
    ...settingsOf(snapshot),
    ...{ seats, status, game, position, turn, moves, ledger, captured, offers, result },
    reading: { clocks, at },
    berserk: snapshot.berserk ?? [],
  };
}

/** Whether an event is the next one, one that is already contained, or comes after something that is missing. */
export function placeOf(state: RoomState | null, event: Event): 'next' | 'known' | 'gap' {
  if (state === null) return event.kind === 'created' ? 'next' : 'gap';
  if (event.seq <= state.seq) return 'known';
  return event.seq === state.seq + 1 ? 'next' : 'gap';
}

/** The room after its next event. */
export function after(state: RoomState | null, event: Event): RoomState {
  if (event.kind === 'created') return created(event);
  if (state === null) throw new Error('no snapshot');
  // An event of a kind that only a newer server sends has nothing that this client draws. The page finds the legal moves itself.
  const { at, clocks, ply: _ply, legal: _legal, ...changed } = changes(state, event) ?? {};
  const reading = at === undefined || clocks === undefined ? state.reading : { clocks, at };
  return { ...state, ...changed, reading, seq: event.seq };
}

/** The room with the effects of its first moves on the clocks, where only the last ones are known. */
export function withWholeLedger(state: RoomState, ledger: readonly MoveTiming[]): RoomState {
  const missing = state.moves.length - state.ledger.length;
  return missing > 0 && missing <= ledger.length ? { ...state, ledger: [...ledger.slice(0, missing), ...state.ledger] } : state;
}

/** The room with those players there, by seat. */
export function withPresence(state: RoomState, presence: readonly SeatPresence[]): RoomState {
  return { ...state, seats: seatsWithPresence(state.seats, presence) };
}

/** The room with its players as strong as that, by seat. */
export function withRatings(state: RoomState, ratings: readonly (SeatRating | null)[]): RoomState {
  return { ...state, seats: seatsWithRatings(state.seats, ratings) };
}

/** The room with its clocks as they stand now. */
export function withClocks(state: RoomState, reading: ClockReading): RoomState {
  return { ...state, reading };
}

function created(event: Event & { kind: 'created' }): RoomState {
  const { mode, clock, at } = event;
  return {
    ...settingsOf(event),
    berserk: [],
    seats: emptySeats(mode),
    status: 'waiting',
    game: null,
    position: '',
    turn: null,
    moves: [],
    ledger: [],
    captured: Array<number>(sidesOf(mode)).fill(0),
    reading: { clocks: clocksBeforeGame(clock), at },
    offers: [],
    result: null,
  };
}

/** The number of the event or snapshot, and the settings of the room, which never change. Some of them are left out of most rooms. */
function settingsOf({
  room,
  seq,
  mode,
  layout,
  start_position,
  clock,
  rated,
  visibility,
  lobby,
  ready,
  spectator_delay_s,
  coach,
  vacations = false,
  tournament,
  can_go_berserk = false,
}: Snapshot | (Event & { kind: 'created' })) {
  const always = { room, seq, mode, layout, start_position, clock, rated, visibility, lobby, ready, spectator_delay_s };
  return { ...always, coach, vacations, tournament: tournament ?? null, can_go_berserk };
}

/** Before a game no clock shows anything. */
function clocksBeforeGame(clock: Clock): Clocks {
  const still = { remaining_ms: null, running: null, turn_began_at: null, first_move_by: null };
  return { ...still, free_ms: clock.kind === 'delay' ? clock.delay_ms : 0, shared: clock.kind === 'per_game' };
}
