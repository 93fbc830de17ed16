import { isLive } from '$lib/game/clock/presets';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Command, ErrorCode, MyGame, Outcome, RoomSummary } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';

import { USUAL_LAYOUTS } from './usual';
import { fits, waitingFor, type QuickGame } from './waiting-games';

/** Errors after which another room is tried: another player was quicker, or the room is gone. */
const MISSED: readonly ErrorCode[] = ['room_full', 'seat_taken', 'already_started', 'no_such_room', 'too_many', 'busy'];

/** The user's own public room with exactly this game. A second room would be useless. */
function ownWaiting(game: QuickGame, own: readonly MyGame[]): string | null {
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
  own: readonly MyGame[],
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
