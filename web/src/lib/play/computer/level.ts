import { oneOf, type Stored } from '$lib/base/settings/stored';

/** The levels of computers, as text, because the choice is stored as text. */
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

export type Level = (typeof LEVELS)[number];

/** The default level: a beginner who has just read the rules can win. */
export const FIRST_LEVEL: Level = '2';

/** The number of levels, which is stored next to a level: a choice without it is one of eight. */
export const LADDER = LEVELS.length;

/** For each of the eight levels, today's level of about the same strength. */
const SINCE_EIGHT: readonly Level[] = ['4', '5', '6', '7', '9', '10', '11', '12'];

/** The level of a stored choice. */
export function storedLevel({ level, ladder }: Stored): Level {
  if (ladder === LADDER) return oneOf(LEVELS, level, FIRST_LEVEL);
  return SINCE_EIGHT[Number(level) - 1] ?? FIRST_LEVEL;
}
