import { startName } from '$lib/base/i18n/words';
import { sameClock } from '$lib/game/clock/presets';
import type { Clock, Mode, MyGame, RoomSummary, Seek } from '$lib/base/protocol/types';

import { USUAL_LAYOUTS } from './usual';

/** The settings of a game that starts by one tap. */
export interface QuickGame {
  readonly mode: Mode;
  readonly clock: Clock;
  readonly rated?: boolean;
}

/**
 * The rooms that wait for exactly this game, from the usual start, the longest waiting first. Rooms in which only bots or
 * computers wait, and rooms that allow vacations, are left out: a player joins these only by choice.
 *
 * @param rooms of a lobby
 * @param user the caller, whose own rooms are left out
 */
export function waitingFor(game: QuickGame, rooms: readonly RoomSummary[], user: string | null): readonly RoomSummary[] {
  return rooms
    .filter((room) => fits(room, game) && room.vacations !== true && seatOf(room, user) === undefined && room.seats.some(({ player }) => player === null) && !isAmongPrograms(room))
    .toSorted((a, b) => a.created_at - b.created_at);
}

/** The seeks of other users with which the user would be paired for exactly this game. */
export function seekingFor(game: QuickGame, seeks: readonly Seek[], user: string | null): readonly Seek[] {
  return seeks.filter((seek) => seek.user.bot !== true && seek.user.id !== user && isSame(seek, game));
}

/** Whether a room waits for players of this game, from the usual start. */
export function fits(room: RoomSummary | MyGame, game: QuickGame): boolean {
  return room.status === 'waiting' && isSame(room, game);
}

function isSame(other: RoomSummary | MyGame | Seek, { mode, clock, rated = false }: QuickGame): boolean {
  return other.rated === rated && other.mode === mode && startName(other) === USUAL_LAYOUTS[mode] && sameClock(other.clock, clock);
}

function isAmongPrograms({ seats }: RoomSummary): boolean {
  const players = seats.flatMap(({ player }) => player ?? []);
  return players.length > 0 && players.every(({ bot, computer }) => bot === true || computer !== undefined);
}

function seatOf({ seats }: RoomSummary, user: string | null): number | undefined {
  return user === null ? undefined : seats.find(({ player }) => player?.id === user)?.seat;
}
