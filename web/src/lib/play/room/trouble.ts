import type { Notice } from '$lib/base/protocol/types';
import type { RoomState } from './state';

/** Causes that keep a game from continuing: the server's notices, or stopped clocks. A computer that waits is none. */
export type Trouble = Exclude<Notice, 'computer_waits'> | 'stopping';

/** The notices of games with stopped clocks. */
export const PAUSES: ReadonlySet<Notice> = new Set<Notice>(['storage_unavailable', 'room_unreachable', 'player_unreachable']);

/** Whether a game with a limit of time is being played of which no clock runs, and not because of a vacation. */
export function standsStill(state: RoomState | null): boolean {
  if (state?.status !== 'playing') return false;
  const { remaining_ms, running } = state.reading.clocks;
  const away = state.seats.some(({ seat, vacation_until }) => seat === state.turn && vacation_until !== undefined);
  return remaining_ms !== null && running === null && !away;
}
