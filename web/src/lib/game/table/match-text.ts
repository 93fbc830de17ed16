import { playersText } from '$lib/base/i18n/words';
import type { Mode, User } from '$lib/base/protocol/types';
import { colorsOf, sideOf, sidesOf } from '$lib/game/rules/mode';

/** The players by side: `A – B`, `A – B – C`, `A and C – B and D`. */
export function matchText(mode: Mode, players: readonly (User | null)[]): string {
  return Array.from({ length: sidesOf(mode) }, (_, side) =>
    playersText(seatsOf(mode, side).map((seat) => players[seat] ?? null)),
  ).join(' – ');
}

/** The seats of a side. */
export function seatsOf(mode: Mode, side: number): number[] {
  return [...colorsOf(mode).keys()].filter((seat) => sideOf(mode, seat) === side);
}
