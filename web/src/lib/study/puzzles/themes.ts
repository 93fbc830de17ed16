import { language } from '$lib/base/i18n/i18n.svelte';
import type { PuzzleTheme } from '$lib/base/protocol/types';
import { termText, type Term } from '$lib/study/formations/terms';

import { t } from './words';

/** All themes, in the order of the protocol. */
export const THEMES: readonly PuzzleTheme[] = [
  'push_out_in_1',
  'push_out_in_2',
  'push_out_in_3',
  'win',
  'defence',
  'escape',
  'double_threat',
  'quiet',
  'side_step',
  'sumito_3_to_2',
  'lance',
  'arc',
  'shield',
];

/** The themes that the rulebooks have a term for. */
const RULEBOOK = { side_step: 'side-step', lance: 'lance', arc: 'arc', shield: 'shield' } as const satisfies Partial<Record<PuzzleTheme, Term>>;

export function themeText(theme: PuzzleTheme): string {
  return isTerm(theme) ? termText(RULEBOOK[theme], language()) : t(`theme.${theme}`);
}

function isTerm(theme: PuzzleTheme): theme is keyof typeof RULEBOOK {
  return theme in RULEBOOK;
}
