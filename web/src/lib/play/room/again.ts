import type { CreateRoom } from '$lib/base/protocol/types';

import type { RoomState } from './state';

/** A new room that is like this one. */
export function again(state: RoomState): CreateRoom {
  const { mode, layout, clock, rated, visibility, lobby, ready, vacations, spectator_delay_s } = state;
  return { mode, layout, clock, rated, visibility, lobby, ready, spectator_delay_s, ...(vacations && { vacations }) };
}
