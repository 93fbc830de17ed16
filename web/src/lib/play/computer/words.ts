import { catalogue } from '$lib/base/i18n/i18n.svelte';

import type { Level } from './level';

/** The messages for choosing computers. Components with such a choice load them first. */
export const { t, load } = catalogue('computer');

/** `Level 3: relaxed`. */
export function levelText(level: Level): string {
  return t('computer.named', { level: Number(level), word: t(`strength.${level}`) });
}
