/**
 * The state of a room as the fold of its messages. It needs nothing else of this package: the page of the server uses it, too.
 *
 * @module
 */

import type { Clocks, Event, MoveTiming, OpenOffer, Seat, SeatPresence, SeatRating, Snapshot, User } from './types.js';

/** The parts of a state from which the next ones follow. They are never changed in place. */
export interface Before {
  readonly seats: readonly Seat[];
  readonly moves: readonly string[];
  readonly ledger: readonly MoveTiming[];
  readonly offers: readonly OpenOffer[];
  readonly berserk?: readonly number[];
}

/** The data of a seat that do not depend on the previous player. */
const NEW = { rating: null, connected: false, ready: false, out: false, claimable_at: null };

/** These fields of an event are the current values of the state. */
const CURRENT = ['at', 'clocks', 'position', 'captured', 'turn', 'ply', 'legal', 'game'] as const;

/** Applies the next event. Returns `false` if its kind is unknown: such an event is counted and changes nothing else. */
export function apply(room: Snapshot, event: Event): boolean {
  const changed = changes(room, event);
  Object.assign(room, changed, { seq: event.seq });
  // Snapshots leave it out, too.
  if (room.berserk?.length === 0) delete room.berserk;
  return changed !== null;
}

/** Returns the fields of the state that the next event replaces, without `seq`; `null` if its kind is unknown. */
export function changes(room: Before, event: Event): Partial<Snapshot> | null {
  switch (event.kind) {
    case 'created':
      // A state starts with a snapshot, which contains it.
      return {};
    case 'seated':
      // This also reopens a room that was closed.
      return { seats: withSeat(room, event.seat, { ...NEW, player: event.player }), status: 'waiting' };
    case 'left':
      return { seats: withSeat(room, event.seat, { ...NEW, player: null }), status: event.status };
    case 'ready':
      return { seats: withSeat(room, event.seat, { ready: event.ready }) };
    case 'started': {
      // Also a rematch: nothing of the previous game remains.
      const fresh = { ply: 0, moves: [], ledger: [], offers: [], berserk: [], result: null, captured: capturedIn(event.position) };
      return { ...current(event), ...fresh, seats: seated(room.seats, event.players), status: 'playing' };
    }
    case 'moved': {
      const timing = event.time === null ? {} : { ledger: [...room.ledger, event.time] };
      const offers = room.offers.filter((offer) => survivesMove(offer, event.seat));
      return { ...current(event), ...timing, moves: [...room.moves, event.move], offers };
    }
    case 'taken_back': {
      // The ledger may start later than the moves; its last entry belongs to the last move.
      const gone = room.moves.length - event.ply;
      const ledger = room.ledger.slice(0, Math.max(0, room.ledger.length - gone));
      return { ...current(event), moves: room.moves.slice(0, event.ply), ledger, offers: [] };
    }
    case 'eliminated':
      return { ...current(event), seats: withSeat(room, event.seat, { out: true }), offers: [] };
    case 'berserk':
      return { ...current(event), berserk: [...(room.berserk ?? []), event.seat].sort((a, b) => a - b) };
    case 'time_added':
      return current(event);
    case 'offered':
      return { offers: withAgreement(room.offers, event.what, event.seat) };
    case 'declined':
      return { offers: room.offers.filter(({ what }) => what !== event.what) };
    case 'finished':
      return { ...current(event), status: 'finished', turn: null, offers: [], legal: [], result: event.result };
    default:
      return null;
  }
}

/** Returns the seats with the presence of their players. */
export function withPresence(seats: readonly Seat[], presence: readonly SeatPresence[]): Seat[] {
  return seats.map((seat) => {
    // It is left out once the vacation is over.
    const { vacation_until: _, ...before } = seat;
    return { ...before, ...presence[seat.seat] };
  });
}

/** Returns the seats with the ratings of their players. */
export function withRatings(seats: readonly Seat[], ratings: readonly (SeatRating | null)[]): Seat[] {
  return seats.map((seat) => ({ ...seat, rating: ratings[seat.seat] ?? null }));
}

function current(event: Event): Partial<Snapshot> {
  const found = {};
  for (const name of CURRENT) if (name in event) Object.assign(found, { [name]: (event as Partial<Snapshot>)[name] });
  return found;
}

function withSeat({ seats }: Before, number: number, change: Partial<Seat>): Seat[] {
  return seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat));
}

/** Returns the seats with these players. A rematch turns them: presence and rating move with their player. */
function seated(seats: readonly Seat[], players: readonly User[]): Seat[] {
  return seats.map((seat) => {
    const player = players[seat.seat] ?? null;
    const { connected, rating } = seats.find((before) => player !== null && before.player?.id === player.id) ?? NEW;
    return { ...seat, ...NEW, player, connected, rating };
  });
}

/** The marbles pushed out per team: the third part of a position. */
function capturedIn(position: string): number[] {
  return (position.split(' ')[2] ?? '').split(',').map(Number);
}

/** Returns whether an offer stays open after a move. A draw offer lapses if the mover has not agreed to it, a takeback offer always. */
function survivesMove({ what, agreed }: OpenOffer, mover: number): boolean {
  return what !== 'takeback' && (what !== 'draw' || agreed.includes(mover));
}

function withAgreement(offers: readonly OpenOffer[], what: OpenOffer['what'], seat: number): OpenOffer[] {
  if (!offers.some((offer) => offer.what === what)) return [...offers, { what, by: seat, agreed: [seat] }];
  return offers.map((offer) =>
    offer.what === what && !offer.agreed.includes(seat) ? { ...offer, agreed: [...offer.agreed, seat] } : offer,
  );
}

/** Returns the milliseconds that a seat has left at the server's time `now`, from clocks of the moment `at`; `null` without a limit. */
export function remainingMs(clocks: Clocks, at: number, seat: number, now: number): number | null {
  const left = clocks.remaining_ms?.[seat];
  if (left === undefined) return null;
  if (clocks.running === null || !(clocks.shared || clocks.running === seat)) return left;
  const freeUntil = (clocks.turn_began_at ?? at) + clocks.free_ms * 1000;
  const spent = Math.max(0, Math.max(now, freeUntil) - Math.max(at, freeUntil));
  return Math.max(0, left - Math.floor(spent / 1000));
}

/** Returns the clocks at `now`, all stopped. */
export function held(clocks: Clocks, at: number, now: number): Clocks {
  const remaining = clocks.remaining_ms?.map((_, seat) => remainingMs(clocks, at, seat, now) ?? 0) ?? null;
  return { ...clocks, remaining_ms: remaining, running: null, turn_began_at: null, first_move_by: null };
}
