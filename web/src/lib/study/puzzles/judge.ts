import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf, sideOfColor } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { readMove } from '$lib/game/rules/notation';
import { play, settled } from '$lib/game/rules/play';
import { winner, type Position } from '$lib/game/rules/position';

/** The judgement of a move of the solver: wrong, right but not the last, or the last. */
export type Verdict = 'wrong' | 'right' | 'solved';

/** A puzzle's first position and solution. */
export interface Task {
  readonly start: Position;
  readonly solution: readonly string[];
}

/**
 * Judges a move of the solver as the server does. Each move must be the solution's. In place of the last, another move
 * that also keeps a gain is right. The first move has no equal, since a puzzle is a position in which a single move wins.
 *
 * @param ply the number of moves of the solution that lead to the position
 */
export function judged({ start, solution }: Task, ply: number, position: Position, move: Move): Verdict {
  const expected = solution[ply];
  const isLast = ply === solution.length - 1;
  if (expected !== undefined && readMove(position, expected) === move) return isLast ? 'solved' : 'right';
  return isLast && ply > 0 && keepsGain(start, settled(play(position, move))) ? 'solved' : 'wrong';
}

/** Whether the solver has won, or keeps a gain whatever the others play until the solver's next turn. */
function keepsGain(start: Position, position: Position): boolean {
  const side = sideOfColor(start.mode, start.turn);
  const won = winner(position);
  if (won !== null) return won === side;
  if (material(position, side) <= material(start, side)) return false;
  if (position.turn === start.turn) return true;
  const replies = legalMoves(position);
  // With two players, a player who cannot move has lost.
  if (replies.length === 0) return position.mode === 'two';
  return replies.every((reply) => keepsGain(start, settled(play(position, reply))));
}

/** The marbles that a side has pushed off, and its own marbles on the board. */
function material({ mode, board, captured }: Position, side: number): number {
  const own = colorsOf(mode).filter((color) => sideOfColor(mode, color) === side);
  return (captured[side] ?? 0) + board.filter((color) => color !== null && own.includes(color)).length;
}
