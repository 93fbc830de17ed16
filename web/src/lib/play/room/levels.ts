import { LEVELS } from '$lib/play/computer/level';
import type { CreateRoom, Seat } from '$lib/base/protocol/types';

import { roomLike } from './same-settings';
import type { RoomState } from './state';

/** Whether all opponents are computers, so that another game needs no consent. */
export function isAmongComputers(seats: readonly Seat[], own: number): boolean {
  return seats.every(({ seat, player }) => seat === own || player?.computer !== undefined);
}

/**
 * A new room like this one, with computers whose levels differ by this number.
 *
 * @param own the seat of the player who makes it
 * @returns `null` when no computer can
 */
export function withOtherLevels(state: RoomState, own: number, by: 1 | -1): CreateRoom | null {
  const levels = state.seats.flatMap(({ seat, player }) => (player?.computer === undefined ? [] : [{ seat, level: player.computer }]));
  const computers = levels.map(({ seat, level }) => ({ seat, level: Math.min(Math.max(level + by, 1), LEVELS.length) }));
  if (computers.every(({ level }, index) => level === levels[index]?.level)) return null;
  return { ...roomLike(state), seat: own, computers };
}
