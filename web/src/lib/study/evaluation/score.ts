import { numberFormat } from '$lib/base/i18n/formats';
import { t as common } from '$lib/base/i18n/i18n.svelte';
import { listText } from '$lib/base/i18n/words';
import type { AnalysedPosition, Color, Mode, Score } from '$lib/base/protocol/types';
import { colorsOf, sideOf, sideOfColor, sidesOf } from '$lib/game/rules/mode';

import { t } from './words';

/** The value of a position for the player to move, or their team. */
export interface Value {
  readonly score: Score;
  /** The points that they can expect, in thousandths. The server computes them. */
  readonly chance: number;
}

/** Thresholds of an advantage, in thousandths of a point: slight, clear, decisive. */
const [SLIGHT, CLEAR, DECISIVE] = [600, 780, 930];

/** The same for the other of two sides. */
export function reversed(score: Score): Score {
  if ('marbles' in score) return { marbles: score.marbles === 0 ? 0 : -score.marbles };
  return 'win' in score ? { loss: score.win } : { win: score.loss };
}

/**
 * The value of a position for the side that starts a game.
 *
 * @param score for the player to move
 * @returns among three, for the player to move: there is no other side
 */
export function ofFirst(score: Score, mode: Mode, turn: Color): Score {
  return sidesOf(mode) > 2 || sideOfColor(mode, turn) === 0 ? score : reversed(score);
}

/**
 * The points that each side can expect, in thousandths; together 1000.
 *
 * @param chances of three players, if known
 * @returns nothing among three players without known chances
 */
export function sharesOf({ chance, chances }: Pick<AnalysedPosition, 'chance' | 'chances'>, mode: Mode, turn: Color): readonly number[] {
  if (sidesOf(mode) > 2) return chances ?? [];
  return sideOfColor(mode, turn) === 0 ? [chance, 1000 - chance] : [1000 - chance, chance];
}

/** Thousandths as a percentage: `65%`. */
export function percentText(thousandths: number): string {
  return numberFormat({ style: 'percent' }).format(thousandths / 1000);
}

/** The advantage in words: `Slight advantage: Black`. */
export function scoreWords({ score, chance }: Value, mode: Mode, turn: Color): string {
  const own = sideOfColor(mode, turn);
  const others = sidesOf(mode) > 2 ? null : 1 - own;
  if ('win' in score && score.win === 0) return wonText(mode, own);
  if ('loss' in score && score.loss === 0 && others !== null) return wonText(mode, others);
  if ('win' in score) return t('score.win', { side: sideText(mode, own), count: score.win });
  if ('loss' in score) {
    return others === null
      ? t('score.loss', { side: sideText(mode, own), count: score.loss })
      : t('score.win', { side: sideText(mode, others), count: score.loss });
  }
  const ahead = Math.max(chance, 1000 - chance);
  if (ahead < SLIGHT) return t('score.even');
  if (chance < 500 && others === null) return t('score.behind', { side: sideText(mode, own) });
  const side = sideText(mode, chance > 500 || others === null ? own : others);
  return t(ahead < CLEAR ? 'score.slight' : ahead < DECISIVE ? 'score.clear' : 'score.decisive', { side });
}

/** By how many marbles: `+0.4`; nothing for a game that is decided. */
export function scoreNumber(score: Score): string | null {
  if (!('marbles' in score)) return null;
  const marbles = numberFormat({ signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return marbles.format(score.marbles / 100);
}

/** Both: `Slight advantage: Black (+0.4)`, the number as for the side that starts a game. */
export function scoreText(value: Value, mode: Mode, turn: Color): string {
  const words = scoreWords(value, mode, turn);
  const number = scoreNumber(ofFirst(value.score, mode, turn));
  return number === null ? words : t('score.both', { words, number });
}

/** A short name of a line: `+0.4`, in words if it decides the game. */
export function lineText(value: Value, mode: Mode, turn: Color): string {
  return scoreNumber(ofFirst(value.score, mode, turn)) ?? scoreWords(value, mode, turn);
}

/** `Black has won`. */
function wonText(mode: Mode, side: number): string {
  return t('score.won', { side: sideText(mode, side), count: colorsOf(mode).filter((_, seat) => sideOf(mode, seat) === side).length });
}

/** The colours of a side: `Black and Red`. */
export function sideText(mode: Mode, side: number): string {
  const colors = colorsOf(mode).filter((_, seat) => sideOf(mode, seat) === side);
  return listText(colors.map((color) => common(`color.${color}`)));
}
