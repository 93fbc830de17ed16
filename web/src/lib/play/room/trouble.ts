import type { Notice } from '$lib/base/protocol/types';
import type { RoomState } from './state';

/** Why a game does not go on: what the server says of it, or that its clocks stand still. That a computer waits is no trouble. */
export type Trouble = Exclude<Notice, 'computer_waits'> | 'stopping';

/** Whether a game with a limit of time is being played of which no clock runs. */
export function standsStill(state: RoomState | null): boolean {
  if (state?.status !== 'playing') return false;
  const { remaining_ms, running } = state.reading.clocks;
  return remaining_ms !== null && running === null;
}
