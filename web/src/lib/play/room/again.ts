import { isLive } from '$lib/game/clock/presets';
import type { CreateRoom, SeekRequest } from '$lib/base/protocol/types';

import type { RoomState } from './state';

/** A new room that is like this one. */
export function again(state: RoomState): CreateRoom {
  const { mode, layout, clock, rated, visibility, lobby, ready, vacations, spectator_delay_s } = state;
  return { mode, layout, clock, rated, visibility, lobby, ready, spectator_delay_s, ...(vacations && { vacations }) };
}

/** The search for a game like this one, as quick pairing offers it; `null` for a game that a seek cannot describe. */
export function seekLike(state: RoomState): SeekRequest | null {
  const { mode, layout, clock, rated, visibility, lobby, ready, spectator_delay_s, seats } = state;
  const programs = seats.some(({ player }) => player?.bot === true || player?.computer !== undefined);
  if (visibility !== 'public' || !isLive(clock) || ready || spectator_delay_s > 0 || programs) return null;
  return { mode, layout, clock, rated, lobby };
}
