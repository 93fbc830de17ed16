import { isLive, sameClock } from '$lib/game/clock/presets';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Clock, Command, ErrorCode, Mode, Outcome, OwnRoom, RoomSummary, Seek } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';

import { USUAL_LAYOUTS } from './usual';

/** The settings of a game that starts by one tap. */
export interface QuickGame {
  readonly mode: Mode;
  readonly clock: Clock;
}

/** Errors after which another room is tried: another player was quicker, or the room is gone. */
const MISSED: readonly ErrorCode[] = ['room_full', 'seat_taken', 'already_started', 'no_such_room', 'too_many', 'busy'];

/**
 * The rooms that wait for exactly this game, from the usual start, the longest waiting first. Rooms in which only bots or
 * computers wait are left out: a player joins these only by choice.
 *
 * @param rooms of a lobby
 * @param user the caller, whose own rooms are left out
 */
export function waitingFor(game: QuickGame, rooms: readonly RoomSummary[], user: string | null): readonly RoomSummary[] {
  return rooms
    .filter((room) => fits(room, game) && seatOf(room, user) === undefined && room.seats.some(({ player }) => player === null) && !isAmongPrograms(room))
    .toSorted((a, b) => a.created_at - b.created_at);
}

/** The seeks of other users with which the user would be paired for exactly this game. */
export function seekingFor(game: QuickGame, seeks: readonly Seek[], user: string | null): readonly Seek[] {
  return seeks.filter((seek) => !seek.rated && seek.user.id !== user && isSame(seek, game));
}

/** The user's own public room with exactly this game. A second room would be useless. */
function ownWaiting(game: QuickGame, own: readonly OwnRoom[]): string | null {
  return own.find((room) => fits(room, game) && room.visibility === 'public')?.room ?? null;
}

/**
 * Joins a room that waits for exactly this game, or else seeks it; by correspondence the user waits in a new
 * room, since presence is not needed.
 *
 * @param rooms of a lobby
 * @param own the user's rooms
 * @param request sends a command to the server
 * @param random from 0 to 1, for a random seat
 * @returns the room, or the pending seek
 * @throws {Refusal} (as a rejection) when the user can neither join nor seek
 */
export async function quickStart(
  game: QuickGame,
  rooms: readonly RoomSummary[],
  own: readonly OwnRoom[],
  user: string | null,
  request: (command: Command) => Promise<Outcome>,
  random: number,
): Promise<Pick<Outcome, 'room' | 'seek'>> {
  const waiting = ownWaiting(game, own);
  if (waiting !== null) return { room: waiting };
  for (const { room } of waitingFor(game, rooms, user)) {
    try {
      await request({ type: 'join', room });
      return { room };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'already_seated') return { room };
      if (!MISSED.includes(error.code)) throw error;
    }
  }
  const layout = USUAL_LAYOUTS[game.mode];
  if (isLive(game.clock)) return request({ type: 'seek', ...game, layout });
  const seats = colorsOf(game.mode).length;
  return request({ type: 'create_room', ...game, layout, visibility: 'public', seat: Math.floor(random * seats) });
}

function fits(room: RoomSummary | OwnRoom, game: QuickGame): boolean {
  return room.status === 'waiting' && isSame(room, game);
}

function isSame({ mode, layout, clock }: RoomSummary | OwnRoom | Seek, game: QuickGame): boolean {
  return mode === game.mode && layout === USUAL_LAYOUTS[mode] && sameClock(clock, game.clock);
}

function isAmongPrograms({ seats }: RoomSummary): boolean {
  const players = seats.flatMap(({ player }) => player ?? []);
  return players.length > 0 && players.every(({ bot, computer }) => bot === true || computer !== undefined);
}

function seatOf({ seats }: RoomSummary, user: string | null): number | undefined {
  return user === null ? undefined : seats.find(({ player }) => player?.id === user)?.seat;
}
