import { parsed } from './stored';

/** The settings: of each, the values that it can have; the first one is what a newcomer gets. */
export const CHOICES = {
  /** Light, dark, or as the system is. */
  appearance: ['system', 'light', 'dark'],
  /** What the board is made of. */
  board: ['wood', 'slate', 'contrast'],
  /** Whether letters and numbers stand beside the board. */
  coordinates: ['on', 'off'],
  /** Whether one hears moves, pushes, ejections and the clock. */
  sound: ['on', 'off'],
  /** How loud that is. */
  volume: ['medium', 'soft', 'loud'],
  /** Whether a phone vibrates when it is one's turn. */
  vibration: ['on', 'off'],
  /** Whether the browser tells that it is one's turn when the page is not in sight. */
  notifications: ['off', 'on'],
  /** Whether a move may be entered while it is not one's turn, to be played when it is. */
  premoves: ['on', 'off'],
  /** Which moves are asked about before they are sent. */
  confirmation: ['never', 'touch', 'always'],
  /** Whether the board turns to the player to move when several play at one screen. */
  turning: ['off', 'on'],
  /** The language; `browser` for what the browser asks for. */
  language: ['browser', 'en', 'de', 'pl', 'nl'],
  /** How many one plays with: the choice on the home page. */
  mode: ['two', 'three', 'four', 'four-consecutive'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** What is kept as text, whose meaning others know: empty for a newcomer. */
export const TEXTS = [
  /** The form for a new game, as it was sent last. */
  'wish',
  /** The game against computers that was wanted last. */
  'computer',
] as const;

/** The settings that are one of several words. */
export type Choice = keyof typeof CHOICES;
export type Setting = Choice | (typeof TEXTS)[number];
export type Values = { readonly [Name in Choice]: (typeof CHOICES)[Name][number] } & Readonly<Record<(typeof TEXTS)[number], string>>;

/** Reads what is stored. What is missing or unknown, from a newer version say, is as for a newcomer. */
export function valuesOf(text: string | null): Values {
  const stored = parsed(text ?? '');
  const entries = Object.entries(CHOICES).map(([name, choices]: [string, readonly string[]]) => {
    const value = stored[name];
    return [name, typeof value === 'string' && choices.includes(value) ? value : choices[0]];
  });
  const texts = TEXTS.map((name) => [name, typeof stored[name] === 'string' ? stored[name] : '']);
  return Object.fromEntries([...entries, ...texts]) as Values;
}
