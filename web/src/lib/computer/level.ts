/** How strong computers play, as text, since that is what one chooses and what is kept. */
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

export type Level = (typeof LEVELS)[number];

/** What a newcomer plays against: somebody who has just read the rules can win. */
export const FIRST_LEVEL: Level = '2';
