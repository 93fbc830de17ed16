import type { PuzzleChoice } from '$lib/base/api/puzzles';
import type { PuzzleDifficulty } from '$lib/base/protocol/types';
import { MODES } from '$lib/game/rules/mode';
import { oneOf, parsed } from '$lib/base/settings/stored';

import { THEMES } from './themes';

export const DIFFICULTIES: readonly PuzzleDifficulty[] = ['easier', 'equal', 'harder'];

/** Reads the stored choice of puzzles. Missing and invalid values become the defaults. */
export function readChoice(text: string): PuzzleChoice {
  const stored = parsed(text);
  return {
    mode: oneOf(MODES, stored['mode'], 'two'),
    theme: THEMES.find((theme) => theme === stored['theme']) ?? null,
    difficulty: oneOf(DIFFICULTIES, stored['difficulty'], 'equal'),
  };
}

/** The choice as text, for storage. */
export function choiceText(choice: PuzzleChoice): string {
  return JSON.stringify(choice);
}
