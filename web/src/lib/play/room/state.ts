import { readPosition } from '$lib/game/rules/position-text';
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
  User,
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

/** The state of a seat that does not depend on its earlier player. */
const NEW = { rating: null, connected: false, ready: false, out: false, claimable_at: null };

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
  return { ...state, ...changes(state, event), seq: event.seq };
}

/** The room with the effects of its first moves on the clocks, where only the last ones are known. */
export function withWholeLedger(state: RoomState, ledger: readonly MoveTiming[]): RoomState {
  const missing = state.moves.length - state.ledger.length;
  return missing > 0 && missing <= ledger.length ? { ...state, ledger: [...ledger.slice(0, missing), ...state.ledger] } : state;
}

/** The room with those players there, by seat. */
export function withPresence(state: RoomState, presence: readonly SeatPresence[]): RoomState {
  const seats = state.seats.map((seat) => {
    // It is left out once the vacation is over.
    const { vacation_until: _, ...before } = seat;
    return { ...before, ...presence[seat.seat] };
  });
  return { ...state, seats };
}

/** The room with its players as strong as that, by seat. */
export function withRatings(state: RoomState, ratings: readonly (SeatRating | null)[]): RoomState {
  return { ...state, seats: state.seats.map((seat) => ({ ...seat, rating: ratings[seat.seat] ?? null })) };
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

function changes(state: RoomState, event: Event): Partial<RoomState> {
  switch (event.kind) {
    case 'seated':
      // Also in a room that was closed: it is open again.
      return { seats: withSeat(state, event.seat, { ...NEW, player: event.player }), status: 'waiting' };
    case 'left':
      return { seats: withSeat(state, event.seat, { ...NEW, player: null }), status: event.status };
    case 'ready':
      return { seats: withSeat(state, event.seat, { ready: event.ready }) };
    case 'started': {
      // Also a rematch: nothing is left of the game before.
      const { game, players, position, turn } = event;
      const seats = seated(state.seats, players);
      const fresh = { berserk: [], moves: [], ledger: [], offers: [], result: null, captured: readPosition(state.mode, position).captured };
      return { game, seats, position, turn, ...fresh, status: 'playing', reading: readingOf(event) };
    }
    case 'berserk':
      return { berserk: [...state.berserk, event.seat], reading: readingOf(event) };
    case 'time_added':
      return { reading: readingOf(event) };
    case 'moved': {
      const { position, captured, turn } = event;
      const moves = [...state.moves, event.move];
      const ledger = event.time === null ? state.ledger : [...state.ledger, event.time];
      const offers = state.offers.filter((offer) => outlives(offer, event.seat));
      return { position, captured, turn, moves, ledger, offers, reading: readingOf(event) };
    }
    case 'offered':
      return { offers: withAgreement(state.offers, event) };
    case 'declined':
      return { offers: state.offers.filter(({ what }) => what !== event.what) };
    case 'taken_back': {
      const { position, captured, turn } = event;
      const moves = state.moves.slice(0, event.ply);
      const ledger = state.ledger.slice(0, Math.max(0, state.ledger.length - (state.moves.length - moves.length)));
      return { position, captured, turn, moves, ledger, offers: [], reading: readingOf(event) };
    }
    case 'eliminated': {
      const { position, turn } = event;
      const seats = withSeat(state, event.seat, { out: true });
      return { position, turn, seats, offers: [], reading: readingOf(event) };
    }
    case 'finished': {
      const { result, game } = event;
      const over = { status: 'finished', turn: null, offers: [] } as const;
      return { result, game, ...over, reading: readingOf(event) };
    }
  }
  // `created`, or a kind of a newer server: nothing that this client draws.
  return {};
}

/** A draw offer lapses with the move of a player who has not agreed, a takeback with any move. */
function outlives({ what, agreed }: OpenOffer, mover: number): boolean {
  return what !== 'takeback' && (what !== 'draw' || agreed.includes(mover));
}

function readingOf({ clocks, at }: ClockReading): ClockReading {
  return { clocks, at };
}

/** The seats with these players. A rematch rotates them: presence and rating move with the player. */
function seated(seats: readonly Seat[], players: readonly User[]): Seat[] {
  return seats.map((seat) => {
    const player = players[seat.seat] ?? null;
    const { connected, rating } = seats.find((before) => player !== null && before.player?.id === player.id) ?? NEW;
    return { ...seat, ...NEW, player, connected, rating };
  });
}

function withSeat(state: RoomState, number: number, change: Partial<Seat>): Seat[] {
  return state.seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat));
}

function withAgreement(
  offers: readonly OpenOffer[],
  { what, seat }: { what: OpenOffer['what']; seat: number },
): OpenOffer[] {
  if (!offers.some((offer) => offer.what === what)) return [...offers, { what, by: seat, agreed: [seat] }];
  return offers.map((offer) =>
    offer.what === what && !offer.agreed.includes(seat) ? { ...offer, agreed: [...offer.agreed, seat] } : offer,
  );
}
