import { factsText } from '$lib/base/i18n/words';
import type { Mode } from '$lib/base/protocol/types';
import { colorsOf, sideOf, sidesOf } from '$lib/game/rules/mode';
import type { Line } from '$lib/game/table/line';

import type { Positions } from './positions';
import { percentText, sharesOf, sideText } from './score';
import { t } from './words';

/** Changes below this are noise of the search, in thousandths of a point. */
const NOISE = 30;

/** The gain of each side by the move that led to a ply, in thousandths of a point; `null` if unknown. */
export function gainsAt(positions: Positions, line: Line, mode: Mode, ply: number): readonly number[] | null {
  const [before, after] = [ply - 1, ply].map((at) => {
    const known = positions.get(at);
    return known === undefined ? [] : sharesOf(known, mode, line.position(at).turn);
  });
  if (before === undefined || after === undefined || before.length === 0 || before.length !== after.length) return null;
  return after.map((share, side) => share - (before[side] ?? 0));
}

/** Who gains and who loses by a move, the greatest change first: `Black loses 12%, White gains 10%`. */
export function gainsText(gains: readonly number[], mode: Mode): string {
  const changes = gains.map((gain, side) => ({ gain, side })).filter(({ gain }) => Math.abs(gain) >= NOISE);
  if (changes.length === 0) return t('verdict.none');
  changes.sort((one, other) => Math.abs(other.gain) - Math.abs(one.gain));
  const texts = changes.map(({ gain, side }) => {
    const count = colorsOf(mode).filter((_, seat) => sideOf(mode, seat) === side).length;
    const words = { side: sideText(mode, side), percent: percentText(Math.abs(gain)), count };
    return t(gain > 0 ? 'verdict.gains' : 'verdict.loses', words);
  });
  return factsText(texts);
}

/** The points that each side can expect: `Black 40%, White 35%, Red 25%`. */
export function sharesText(shares: readonly number[], mode: Mode): string {
  const sides = Array.from({ length: sidesOf(mode) }, (_, side) => side);
  return factsText(sides.map((side) => t('verdict.share', { side: sideText(mode, side), percent: percentText(shares[side] ?? 0) })));
}
