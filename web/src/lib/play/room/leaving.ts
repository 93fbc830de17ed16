import type { Clock } from '$lib/base/protocol/types';

import type { RoomState } from './state';

/** A game with more time per move than this is not played in one sitting. */
const SITTING_MS = 600_000;

/**
 * Whether closing the page now would leave a game that does not wait: one that is being played in one sitting, and that
 * the player has not lost yet.
 *
 * @param own the user's seat
 */
export function wouldLeave(state: RoomState | null, own: number | null): boolean {
  if (state?.status !== 'playing' || own === null || state.seats[own]?.out === true) return false;
  return inOneSitting(state.clock);
}

function inOneSitting(clock: Clock): boolean {
  if (clock.kind === 'none') return false;
  return clock.kind !== 'per_move' || clock.move_ms <= SITTING_MS;
}
