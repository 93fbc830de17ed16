import type { Mistake, Mode } from '$lib/base/protocol/types';
import { sideOf, sideOfColor } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';

import { mistakeAt } from './mistakes';
import type { Positions } from './positions';
import { reversed, type Value } from './score';

/** The kinds of mistakes that are worth an exercise. */
const EXERCISED: readonly (Mistake | null)[] = ['mistake', 'blunder', 'missed_win'];

/** The thousandths of a point that a good move may give away: half of the threshold of an inaccuracy. */
const SPARE = 50;

/** The plies before a seat's mistakes, each a position with a better move. @param movers the seat that made each move */
export function exercisesOf(positions: Positions, movers: readonly number[], seat: number): readonly number[] {
  return movers.flatMap((mover, ply) => {
    const better = positions.get(ply)?.line.length ?? 0;
    return mover === seat && better > 0 && EXERCISED.includes(mistakeAt(positions, ply + 1)) ? [ply] : [];
  });
}

/** The value of a position for a seat's side, where there are two sides. @param value for the player to move */
export function valueFor(seat: number, mode: Mode, { turn }: Pick<Position, 'turn'>, { score, chance }: Value): Value {
  if (sideOfColor(mode, turn) === sideOf(mode, seat)) return { score, chance };
  return { score: reversed(score), chance: 1000 - chance };
}

/** Whether a move is about as good as the best one: a forced win must stay one. Both values are for the mover's side. */
export function isAsGood(best: Value, played: Value): boolean {
  if ('win' in best.score) return 'win' in played.score;
  return best.chance - played.chance <= SPARE;
}
