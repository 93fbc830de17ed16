import { listText } from '$lib/base/i18n/words';
import type { MistakeReason } from '$lib/base/protocol/types';
import { cellNamed, type Cell } from '$lib/game/rules/cell';

import type { Positions } from './positions';
import { t } from './words';

/** The reason of the mistake that led to a ply; `null` for other moves, and for mistakes without a reason that has a name. */
export function reasonAt(positions: Positions, ply: number): MistakeReason | null {
  return positions.get(ply - 1)?.reason ?? null;
}

/** The reason in words: `Now White can push off the marble on e1`. */
export function reasonText(reason: MistakeReason): string {
  const { kind } = reason;
  switch (kind) {
    case 'missed_win':
    case 'allows_win':
      return t(`why.${kind}`, { count: reason.plies });
    case 'missed_ejection':
    case 'allows_ejection':
      return t(`why.${kind}`, { cells: listText(reason.cells), count: reason.cells.length, plies: reason.plies });
    default:
      return t(`why.${kind}`, { cells: listText(reason.cells), count: reason.cells.length });
  }
}

/** The marbles that the reason is about, as they stand after the mistake. */
export function markedBy(reason: MistakeReason): readonly Cell[] {
  return 'cells' in reason ? reason.cells.flatMap((name) => cellNamed(name) ?? []) : [];
}

/** Whether the next move of the analysis is the one that the mistake allows. */
export function isAllowed({ kind }: MistakeReason): boolean {
  return ['allows_ejection', 'misses_threat', 'allows_push'].includes(kind);
}
