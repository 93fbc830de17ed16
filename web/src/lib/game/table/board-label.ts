import { occupationOf, type Marble } from '$lib/game/board/marble';
import { t } from '$lib/base/i18n/i18n.svelte';
import { factsText } from '$lib/base/i18n/words';
import type { Mode } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';

/** The board in a sentence. */
export function boardLabel(marbles: readonly Marble[], mode: Mode): string {
  const lying = [...occupationOf(marbles).values()];
  const counts = colorsOf(mode).map((color) => {
    const count = lying.filter((other) => other === color).length;
    return t('room.marbles', { color, count });
  });
  return t('room.boardLabel', { counts: factsText(counts) });
}
