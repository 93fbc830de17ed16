import type { Clocks, Event, OpenOffer, Seat, Snapshot, User } from './types.js';

/** Applies the next event. Returns `false` if its kind is unknown: such an event is counted and changes nothing else. */
export function apply(room: Snapshot, event: Event): boolean {
  room.seq = event.seq;
  switch (event.kind) {
    case 'created':
      // A state starts with a snapshot, which contains it.
      return true;
    case 'seated':
      // This also reopens a room that was closed.
      room.status = 'waiting';
      replacePlayer(room.seats[event.seat], event.player);
      return true;
    case 'left':
      room.status = event.status;
      replacePlayer(room.seats[event.seat], null);
      return true;
    case 'ready':
      changeSeat(room, event.seat, { ready: event.ready });
      return true;
    case 'started':
      seatAll(room, event.players);
      Object.assign(room, { status: 'playing', ply: 0, moves: [], ledger: [], offers: [], result: null });
      delete room.berserk;
      room.captured = capturedIn(event.position);
      break;
    case 'moved':
      room.moves.push(event.move);
      if (event.time !== null) room.ledger.push(event.time);
      room.offers = room.offers.filter((offer) => survivesMove(offer, event.seat));
      break;
    case 'taken_back': {
      // The ledger may start later than the moves; its last entry belongs to the last move.
      const gone = room.moves.length - event.ply;
      room.moves = room.moves.slice(0, event.ply);
      room.ledger = room.ledger.slice(0, Math.max(0, room.ledger.length - gone));
      room.offers = [];
      break;
    }
    case 'eliminated':
      changeSeat(room, event.seat, { out: true });
      room.offers = [];
      break;
    case 'berserk':
      room.berserk = [...(room.berserk ?? []), event.seat].sort((a, b) => a - b);
      break;
    case 'time_added':
      break;
    case 'offered':
      agree(room.offers, event.what, event.seat);
      return true;
    case 'declined':
      room.offers = room.offers.filter((offer) => offer.what !== event.what);
      return true;
    case 'finished':
      Object.assign(room, { status: 'finished', turn: null, offers: [], legal: [], result: event.result });
      break;
    default:
      return false;
  }
  takeCurrent(room, event);
  return true;
}

/** These fields of an event are the current values of the state. */
function takeCurrent(room: Snapshot, event: Event & { clocks: Clocks }): void {
  room.at = event.at;
  room.clocks = event.clocks;
  for (const name of ['position', 'captured', 'turn', 'ply', 'legal', 'game'] as const) {
    if (name in event) Object.assign(room, { [name]: (event as Partial<Snapshot>)[name] });
  }
}

function changeSeat(room: Snapshot, number: number, change: Partial<Seat>): void {
  const seat = room.seats[number];
  if (seat !== undefined) Object.assign(seat, change);
}

/** Seats another player, and clears the previous player's data. */
function replacePlayer(seat: Seat | undefined, player: User | null): void {
  if (seat === undefined) return;
  Object.assign(seat, { player, rating: null, connected: false, ready: false, out: false, claimable_at: null });
}

/** Also for a rematch: presence and rating move with their player. */
function seatAll(room: Snapshot, players: User[]): void {
  const before = new Map(room.seats.map(({ player, connected, rating }) => [player?.id, { connected, rating }]));
  for (const [number, player] of players.entries()) {
    replacePlayer(room.seats[number], player);
    changeSeat(room, number, before.get(player.id) ?? {});
  }
}

/** The marbles pushed out per team: the third part of a position. */
function capturedIn(position: string): number[] {
  return (position.split(' ')[2] ?? '').split(',').map(Number);
}

function survivesMove(offer: OpenOffer, mover: number): boolean {
  return offer.what !== 'takeback' && (offer.what !== 'draw' || offer.agreed.includes(mover));
}

function agree(offers: OpenOffer[], what: OpenOffer['what'], seat: number): void {
  const offer = offers.find((open) => open.what === what);
  if (offer === undefined) offers.push({ what, by: seat, agreed: [seat] });
  else if (!offer.agreed.includes(seat)) offer.agreed.push(seat);
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
