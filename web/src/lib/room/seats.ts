import type { Mode, Seat } from '$lib/protocol/types';
import { colorsOf, sideOf } from '$lib/rules/mode';

/** The seats as one sees them from one of them: that one, then clockwise. */
export function around(mode: Mode, near: number): number[] {
  const { length } = colorsOf(mode);
  return Array.from({ length }, (_, distance) => (near + distance) % length);
}

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
