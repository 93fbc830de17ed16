import { oneOf, type Stored } from '$lib/base/settings/stored';

import { FIRST_LEVEL, LEVELS, type Level } from './level';

/** The number of levels, which is stored beside a level: a choice without it is one of eight. */
export const LADDER = LEVELS.length;

/** For each of the eight levels, today's level of about the same strength. */
const SINCE_EIGHT: readonly Level[] = ['4', '5', '6', '7', '9', '10', '11', '12'];

/** The level of a stored choice. */
export function storedLevel({ level, ladder }: Stored): Level {
  if (ladder === LADDER) return oneOf(LEVELS, level, FIRST_LEVEL);
  return SINCE_EIGHT[Number(level) - 1] ?? FIRST_LEVEL;
}
