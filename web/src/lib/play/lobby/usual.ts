import type { Mode } from '$lib/base/protocol/types';

/** The default start of each mode, which is also the server's default. */
export const USUAL_LAYOUTS: Readonly<Record<Mode, string>> = {
  two: 'belgian_daisy',
  three: 'three_standard',
  four: 'four_standard',
  'four-consecutive': 'four_standard',
};

/** The choice of a random colour, which is also the usual one. */
export const ANY_COLOR = 'random';
