import type { Color } from '$lib/base/protocol/types';
import { cellNamed } from '$lib/game/rules/cell';
import type { Fault } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import { colorAt, type Position } from '$lib/game/rules/position';

import { namesIn } from './scene';

/** Conditions on a move. Absent ones do not matter. */
export interface MovePattern {
  readonly kind?: Move['kind'];
  /** The number of the mover's own marbles that move. */
  readonly row?: number;
  /** The number of marbles that are pushed. */
  readonly pushed?: number;
  /** Whether one of them goes over the edge. */
  readonly ejects?: boolean;
}

/** The task of a step. */
export type Task =
  /** Any move counts. */
  | { readonly kind: 'move' }
  /** A move that meets conditions. */
  | { readonly kind: 'pattern'; readonly pattern: MovePattern }
  /** A try that is illegal, for one of these reasons. */
  | { readonly kind: 'refused'; readonly reasons: readonly Fault[] }
  /** The learner pushes a marble to a cell, or over the edge, within a number of moves. */
  | { readonly kind: 'reach'; readonly goal: Goal; readonly moves: number };

/** Conditions on a position. */
export type Goal =
  | { readonly kind: 'marble'; readonly color: Color; readonly cells: string }
  /** The side of the first seat has pushed out this many marbles. */
  | { readonly kind: 'captured'; readonly count: number };

/** The fault of a legal move that does not meet a task. */
export type Mistake = 'sideways' | 'inLine' | 'fewer' | 'more' | 'notPushed' | 'pushed' | 'notEjected' | 'allowed' | 'missed';

/** The effect of a move on a task: the task is done, continues, or the move was a mistake. */
export type Verdict = 'done' | 'on' | Mistake;

/**
 * Judges a move of the learner's.
 *
 * @param after the position after the move
 * @param left the number of moves that the learner has left
 */
export function judged(task: Task, move: Move, after: Position, left: number): Verdict {
  if (task.kind === 'move') return 'done';
  if (task.kind === 'refused') return 'allowed';
  if (task.kind === 'pattern') return mistakeIn(task.pattern, move) ?? 'done';
  if (reached(task.goal, after)) return 'done';
  return left > 0 ? 'on' : 'missed';
}

/** The number of moves that a task allows. */
export function movesFor(task: Task): number {
  return task.kind === 'reach' ? task.moves : 1;
}

function mistakeIn({ kind, row, pushed, ejects }: MovePattern, move: Move): Mistake | null {
  const pushes = move.pushed.length;
  if (kind !== undefined && move.kind !== kind) return kind === 'in-line' ? 'sideways' : 'inLine';
  if (pushed !== undefined && pushes !== pushed) return pushes > pushed ? 'pushed' : 'notPushed';
  if (ejects === true && move.ejected === null) return pushes === 0 ? 'notPushed' : 'notEjected';
  if (row !== undefined && move.row.length !== row) return move.row.length < row ? 'fewer' : 'more';
  return null;
}

function reached(goal: Goal, position: Position): boolean {
  if (goal.kind === 'captured') return (position.captured[0] ?? 0) >= goal.count;
  return namesIn(goal.cells).every((name) => {
    const cell = cellNamed(name);
    return cell !== null && colorAt(position, cell) === goal.color;
  });
}
