import type { Mode } from '$lib/base/protocol/types';

/** By how many steps of 60 degrees the board is turned, counter-clockwise, so that a seat's home is at the bottom. */
const ROTATIONS: Readonly<Record<Mode, readonly number[]>> = {
  two: [0, 3],
  three: [0, 2, 4],
  four: [2, 4, 5, 1],
  'four-consecutive': [2, 4, 5, 1],
};

export function rotationFor(mode: Mode, seat: number): number {
  return ROTATIONS[mode][seat] ?? 0;
}
