import { sameClock } from '$lib/clock/presets';
import { Refusal } from '$lib/protocol/refusal';
import type { Clock, Command, ErrorCode, Mode, Outcome, OwnRoom, RoomSummary } from '$lib/protocol/types';
import { colorsOf } from '$lib/rules/mode';

import { USUAL_LAYOUTS } from './usual';

/** The game that somebody wants to start by one tap. */
export interface QuickWish {
  readonly mode: Mode;
  readonly clock: Clock;
}

/** Why a waiting room cannot be joined after all: somebody else was quicker, or whoever made it has gone. */
const MISSED: readonly ErrorCode[] = ['room_full', 'seat_taken', 'already_started', 'no_such_room', 'too_many', 'busy'];

/**
 * The rooms in which somebody waits for just this game, from the usual start, the longest waiting first. Where only programs wait,
 * nobody is sat down who has not asked for one.
 *
 * @param rooms of a lobby
 * @param user whose own rooms are left out
 */
export function waitingFor(wish: QuickWish, rooms: readonly RoomSummary[], user: string | null): readonly RoomSummary[] {
  return rooms
    .filter((room) => fits(room, wish) && seatOf(room, user) === undefined && room.seats.some(({ player }) => player === null) && !isAmongPrograms(room))
    .toSorted((a, b) => a.created_at - b.created_at);
}

/** One's own room in which anybody may join just this game: to wait in a second one would be of no use. */
function ownWaiting(wish: QuickWish, own: readonly OwnRoom[]): string | null {
  return own.find((room) => fits(room, wish) && room.visibility === 'public')?.room ?? null;
}

/**
 * Joins somebody who waits for just this game, or else waits for somebody who joins.
 *
 * @param rooms of a lobby
 * @param own one's own
 * @param request gives a command to the server
 * @param random from 0 to 1, for a seat by lot
 * @returns the room
 * @throws {Refusal} (as a rejection) when neither is possible
 */
export async function quickStart(
  wish: QuickWish,
  rooms: readonly RoomSummary[],
  own: readonly OwnRoom[],
  user: string | null,
  request: (command: Command) => Promise<Outcome>,
  random: number,
): Promise<string | undefined> {
  const waiting = ownWaiting(wish, own);
  if (waiting !== null) return waiting;
  for (const { room } of waitingFor(wish, rooms, user)) {
    try {
      await request({ type: 'join', room });
      return room;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'already_seated') return room;
      if (!MISSED.includes(error.code)) throw error;
    }
  }
  const seats = colorsOf(wish.mode).length;
  const layout = USUAL_LAYOUTS[wish.mode];
  const made = await request({ type: 'create_room', ...wish, layout, visibility: 'public', seat: Math.floor(random * seats) });
  return made.room;
}

function fits({ status, mode, layout, clock }: RoomSummary | OwnRoom, wish: QuickWish): boolean {
  return status === 'waiting' && mode === wish.mode && layout === USUAL_LAYOUTS[mode] && sameClock(clock, wish.clock);
}

function isAmongPrograms({ seats }: RoomSummary): boolean {
  const players = seats.flatMap(({ player }) => player ?? []);
  return players.length > 0 && players.every(({ bot, computer }) => bot === true || computer !== undefined);
}

function seatOf({ seats }: RoomSummary, user: string | null): number | undefined {
  return user === null ? undefined : seats.find(({ player }) => player?.id === user)?.seat;
}
