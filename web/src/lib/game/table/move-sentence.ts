import { play } from '$lib/base/i18n/play';
import { colorsOf } from '$lib/game/rules/mode';

import type { Line } from './line';

/** The effect of a move in sentences, for screen readers: `White pushes two marbles: c3d4. A black marble is out.` */
export function moveSentence(line: Line, ply: number): string {
  const text = line.moves[ply - 1];
  const color = colorsOf(line.position(ply).mode)[line.movers[ply - 1] ?? 0];
  if (text === undefined || color === undefined) return '';
  const pushed = line.move(ply)?.pushed.length ?? 0;
  const kind = pushed === 0 ? 'said.move' : pushed === 1 ? 'said.push' : 'said.pushTwo';
  const played = play.t(kind, { color, move: text });
  const ejected = line.ejected(ply);
  return ejected === null ? played : `${played} ${play.t('said.out', { color: ejected })}`;
}
