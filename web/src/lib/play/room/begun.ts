import { read, write } from '$lib/base/platform/storage';

import type { RoomState } from './state';

/** Followed by the id of a game whose first moves were taken back. */
const KEY = 'begun-';

/**
 * Whether every player has moved in the game of a room, so that it cannot be aborted any more. A takeback does not undo that, and a snapshot
 * after it does not tell: the browser remembers it.
 *
 * @param before whether that was so in an earlier state of the same game
 */
export function hasBegun({ game, moves, seats }: RoomState, before: boolean): boolean {
  if (moves.length >= seats.length) return true;
  if (game === null) return false;
  if (before) write('session', KEY + game, 'yes');
  return before || read('session', KEY + game) !== null;
}
