import { occupationOf, type Marble } from '$lib/board/marble';
import { t } from '$lib/i18n/i18n.svelte';
import { numberText } from '$lib/i18n/numbers';

/** The board in a sentence. */
export function boardLabel(marbles: readonly Marble[]): string {
  const colors = [...occupationOf(marbles).values()];
  const count = (color: string): string => numberText(colors.filter((other) => other === color).length);
  return t('room.boardLabel', { black: count('black'), white: count('white') });
}
