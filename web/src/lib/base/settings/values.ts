import { parsed } from './stored';

/** The values of each setting; the first is the default. */
export const CHOICES = {
  /** Light, dark, or as the system is. */
  appearance: ['system', 'light', 'dark'],
  /** The material of the board. */
  board: ['wood', 'slate', 'contrast'],
  /** Whether letters and numbers are shown next to the board. */
  coordinates: ['on', 'off'],
  /** Whether the page plays sounds of moves, pushes, ejections and the clock. */
  sound: ['on', 'off'],
  /** The volume of the sounds. */
  volume: ['medium', 'soft', 'loud'],
  /** Whether a phone vibrates when the user has the turn. */
  vibration: ['on', 'off'],
  /** Whether the browser notifies the user of a turn while the page is hidden. */
  notifications: ['off', 'on'],
  /** Whether the user may enter a move before their turn, to be played when the turn comes. */
  premoves: ['on', 'off'],
  /** Moves that the player confirms before they are sent. */
  confirmation: ['never', 'touch', 'always'],
  /** Whether the board turns to the player to move when several play on one screen. */
  turning: ['off', 'on'],
  /** The language; `browser` for the language that the browser requests. */
  language: ['browser', 'en', 'de', 'pl', 'nl'],
  /** The number of players, as chosen on the home page. */
  mode: ['two', 'three', 'four', 'four-consecutive'],
  /** Whether games by one tap are rated, for users with an account. */
  rated: ['on', 'off'],
  /** Whether the last user of the browser had an account: the home page begins with their games. */
  member: ['no', 'yes'],
  /** Whether the engine in the browser evaluates the shown positions. */
  engine: ['off', 'on'],
  /** How long the engine searches a position, in seconds. */
  engineTime: ['none', '5', '20', '60'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** Settings that are free text, which other modules interpret. The default is empty. */
export const TEXTS = [
  /** The last values of the form for a new game. */
  'newGame',
  /** The last game against computers that the user started. */
  'computer',
  /** The last choice of puzzles. */
  'puzzles',
  /** The number of lines in analyses. */
  'lines',
] as const;

/** The settings that have a fixed set of values. */
export type Choice = keyof typeof CHOICES;
export type Setting = Choice | (typeof TEXTS)[number];
export type Values = { readonly [Name in Choice]: (typeof CHOICES)[Name][number] } & Readonly<Record<(typeof TEXTS)[number], string>>;

/** Reads the stored values. A missing or unknown value, for example of a newer version, becomes the default. */
export function valuesOf(text: string | null): Values {
  const stored = parsed(text ?? '');
  const entries = Object.entries(CHOICES).map(([name, choices]: [string, readonly string[]]) => {
    const value = stored[name];
    return [name, typeof value === 'string' && choices.includes(value) ? value : choices[0]];
  });
  const texts = TEXTS.map((name) => [name, typeof stored[name] === 'string' ? stored[name] : '']);
  return Object.fromEntries([...entries, ...texts]) as Values;
}
