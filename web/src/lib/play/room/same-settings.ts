import { isLive } from '$lib/game/clock/presets';
import type { CreateRoom, SeekRequest } from '$lib/base/protocol/types';

import type { RoomState } from './state';

/** A new room that is like this one. */
export function roomLike(state: RoomState): CreateRoom {
  const { mode, layout, start_position, coach, clock, rated, visibility, lobby, ready, vacations, spectator_delay_s } = state;
  const start = start_position === undefined ? { layout } : { start_position };
  return { mode, ...start, clock, rated, visibility, lobby, ready, spectator_delay_s, ...(coach && { coach }), ...(vacations && { vacations }) };
}

/** The search for a game like this one, as quick pairing offers it; `null` for a game that a seek cannot describe. */
export function seekLike(state: RoomState): SeekRequest | null {
  const { mode, layout, start_position, clock, rated, visibility, lobby, ready, spectator_delay_s, seats } = state;
  const programs = seats.some(({ player }) => player?.bot === true || player?.computer !== undefined);
  if (start_position !== undefined || visibility !== 'public' || !isLive(clock) || ready || spectator_delay_s > 0 || programs) return null;
  return { mode, layout, clock, rated, lobby };
}
