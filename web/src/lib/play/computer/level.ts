/** The levels of computers, as text, because the choice is stored as text. */
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

export type Level = (typeof LEVELS)[number];

/** The default level: a beginner who has just read the rules can win. */
export const FIRST_LEVEL: Level = '2';
