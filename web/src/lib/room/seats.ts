import type { Color, Mode, Seat } from '$lib/protocol/types';

/** The colours by seat. */
const COLORS: Readonly<Record<Mode, readonly Color[]>> = {
  two: ['black', 'white'],
  three: ['black', 'white', 'red'],
  four: ['black', 'white', 'red', 'yellow'],
  'four-consecutive': ['black', 'white', 'red', 'yellow'],
};

export function colorsOf(mode: Mode): readonly Color[] {
  return COLORS[mode];
}

/** The side that a seat plays for: with four, those who sit opposite are partners. */
export function sideOf(mode: Mode, seat: number): number {
  return mode === 'four' || mode === 'four-consecutive' ? seat % 2 : seat;
}

/** The side that a colour plays for. */
export function sideOfColor(mode: Mode, color: Color): number {
  return sideOf(mode, colorsOf(mode).indexOf(color));
}

/** The seats in the order of their turns. */
export function turnOrder(mode: Mode): readonly number[] {
  return mode === 'four-consecutive' ? [0, 2, 1, 3] : [...colorsOf(mode).keys()];
}

/** The seats as one sees them from one of them: that one, then clockwise. */
export function around(mode: Mode, near: number): number[] {
  const { length } = colorsOf(mode);
  return Array.from({ length }, (_, distance) => (near + distance) % length);
}

/** The seat that plays for the same side; `null` where everybody plays for themselves. */
export function partnerOf(mode: Mode, seat: number): number | null {
  const side = sideOf(mode, seat);
  const partner = colorsOf(mode).findIndex((_, other) => other !== seat && sideOf(mode, other) === side);
  return partner === -1 ? null : partner;
}

/** How many sides there are. */
export function sidesOf(mode: Mode): number {
  return new Set(colorsOf(mode).map((_, seat) => sideOf(mode, seat))).size;
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
