import type { Mode, Seat, User } from '$lib/base/protocol/types';
import { colorsOf, sideOf } from '$lib/game/rules/mode';

/** The player who waits for opponents in a room: a person, perhaps with computers in other seats. */
export function hostOf(seats: readonly Seat[]): User | null {
  return seats.find(({ player }) => player !== null && player.computer === undefined)?.player ?? null;
}

/** The seats of a room without players. */
export function emptySeats(mode: Mode): Seat[] {
  return colorsOf(mode).map((color, seat) => ({
    seat,
    color,
    team: sideOf(mode, seat),
    player: null,
    rating: null,
    connected: false,
    ready: false,
    out: false,
    claimable_at: null,
  }));
}
