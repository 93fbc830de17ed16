import type { Mode } from '$lib/protocol/types';

/** The start of each mode that one plays unless one asks for another: what a server takes, too, when none is named. */
export const USUAL_LAYOUTS: Readonly<Record<Mode, string>> = {
  two: 'belgian_daisy',
  three: 'three_standard',
  four: 'four_standard',
  'four-consecutive': 'four_standard',
};
