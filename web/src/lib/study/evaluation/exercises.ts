import type { Mistake, Mode, Score } from '$lib/base/protocol/types';
import { sideOf, sideOfColor } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';

import { mistakeAt } from './mistakes';
import type { Positions } from './positions';
import { heightOf, reversed } from './score';

/** The kinds of mistakes that are worth an exercise. */
const EXERCISED: readonly (Mistake | null)[] = ['mistake', 'blunder', 'missed_win'];

/** The part of the chance to win that a good move may give away: half of what makes a move an inaccuracy. */
const SPARE = 0.05;

/** The plies before a seat's mistakes, each a position with a better move. @param movers the seat that made each move */
export function exercisesOf(positions: Positions, movers: readonly number[], seat: number): readonly number[] {
  return movers.flatMap((mover, ply) => {
    const better = positions.get(ply)?.line.length ?? 0;
    return mover === seat && better > 0 && EXERCISED.includes(mistakeAt(positions, ply + 1)) ? [ply] : [];
  });
}

/** The value of a position for a seat's side, where there are two sides. @param score for the player to move */
export function scoreFor(seat: number, mode: Mode, { turn }: Pick<Position, 'turn'>, score: Score): Score {
  return sideOfColor(mode, turn) === sideOf(mode, seat) ? score : reversed(score);
}

/** Whether a move is about as good as the best one: a forced win must stay one. Both scores are for the mover's side. */
export function isAsGood(best: Score, played: Score): boolean {
  if ('win' in best) return 'win' in played;
  // A height goes from -1 to 1, a chance from 0 to 1.
  return (heightOf(best) - heightOf(played)) / 2 <= SPARE;
}
