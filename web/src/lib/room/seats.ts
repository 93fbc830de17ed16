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
