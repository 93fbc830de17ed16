import type { Mode, Seat } from '$lib/protocol/types';
import { colorsOf, sideOf } from '$lib/rules/mode';

/** The seats of a room that nobody has joined. */
export function emptySeats(mode: Mode): Seat[] {
  return colorsOf(mode).map((color, seat) => ({
    seat,
    color,
    team: sideOf(mode, seat),
    player: null,
    connected: false,
    ready: false,
    out: false,
    claimable_at: null,
  }));
}
