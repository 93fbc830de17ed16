import type { Color, Mode } from '$lib/base/protocol/types';

/** Marbles that a side pushes out to win. */
export const MARBLES_TO_WIN = 6;

export const MODES: readonly Mode[] = ['two', 'three', 'four', 'four-consecutive'];

/** The colours by seat, clockwise round the board. */
const COLORS: Readonly<Record<Mode, readonly Color[]>> = {
  two: ['black', 'white'],
  three: ['black', 'white', 'red'],
  four: ['black', 'white', 'red', 'yellow'],
  'four-consecutive': ['black', 'white', 'red', 'yellow'],
};

/** The colours in the order of their turns. */
const TURNS: Readonly<Record<Mode, readonly Color[]>> = {
  ...COLORS,
  'four-consecutive': ['black', 'red', 'white', 'yellow'],
};

/** The partner of each colour when four play. */
const PARTNERS: Readonly<Record<Color, Color>> = { black: 'red', white: 'yellow', red: 'black', yellow: 'white' };

export function colorsOf(mode: Mode): readonly Color[] {
  return COLORS[mode];
}

/** The side that a seat plays for: with four players, opposite seats are partners. */
export function sideOf(mode: Mode, seat: number): number {
  return mode === 'four' || mode === 'four-consecutive' ? seat % 2 : seat;
}

/** The side that a colour plays for. */
export function sideOfColor(mode: Mode, color: Color): number {
  return sideOf(mode, colorsOf(mode).indexOf(color));
}

/** The number of sides. */
export function sidesOf(mode: Mode): number {
  return mode === 'three' ? 3 : 2;
}

/** The seats in the order of their turns. */
export function turnOrder(mode: Mode): readonly number[] {
  return TURNS[mode].map((color) => COLORS[mode].indexOf(color));
}

/** The colour that has the turn after `color`. */
export function nextColor(mode: Mode, color: Color): Color {
  const order = TURNS[mode];
  return order[(order.indexOf(color) + 1) % order.length] ?? 'black';
}

/** The seat that plays for the same side; `null` without teams. */
export function partnerOf(mode: Mode, seat: number): number | null {
  return mode === 'two' || mode === 'three' ? null : (seat + 2) % COLORS[mode].length;
}

/** The colour that plays for the same side; `null` without teams. */
export function partnerColor(mode: Mode, color: Color): Color | null {
  return mode === 'two' || mode === 'three' ? null : PARTNERS[color];
}

/** The seats in the view of one seat's player: that seat, then clockwise. */
export function around(mode: Mode, near: number): number[] {
  const { length } = colorsOf(mode);
  return Array.from({ length }, (_, distance) => (near + distance) % length);
}
