import type { Judgement } from '$lib/game/table/view.svelte';
import type { Mistake } from '$lib/base/protocol/types';

import type { Positions } from './positions';
import { t } from './words';

/** The kinds, from the least to the worst. */
export const MISTAKES: readonly Mistake[] = ['inaccuracy', 'mistake', 'blunder', 'missed_win'];

/** As people annotate games; a cross stands for a marble pushed out, or a win that was not taken. */
export const SYMBOLS: Readonly<Record<Mistake, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??', missed_win: '×?' };

/** The colours of marks. */
export const COLORS: Readonly<Record<Mistake, string>> = {
  inaccuracy: 'light-dark(#17598f, #8cc6f7)',
  mistake: 'light-dark(#8a4b00, #f3b774)',
  blunder: 'light-dark(#a81f12, #ff9d90)',
  missed_win: 'light-dark(#74289b, #dcaef8)',
};

/** The kind of mistake of the move that led to a ply. */
export function mistakeAt(positions: Positions, ply: number): Mistake | null {
  return positions.get(ply - 1)?.mistake ?? null;
}

/** The mark in the list of moves of the move that led to a ply. */
export function judgementAt(positions: Positions, ply: number): Judgement | null {
  const mistake = mistakeAt(positions, ply);
  return mistake === null ? null : { symbol: SYMBOLS[mistake], text: t(`judged.${mistake}`), color: COLORS[mistake] };
}

/** The plies to which a seat's mistakes of a kind led. @param movers the seat that made each move */
export function pliesOf(positions: Positions, movers: readonly number[], seat: number, kind: Mistake): readonly number[] {
  return movers.flatMap((mover, index) => (mover === seat && mistakeAt(positions, index + 1) === kind ? [index + 1] : []));
}
