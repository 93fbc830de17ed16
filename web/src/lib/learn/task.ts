import type { Color } from '$lib/protocol/types';
import { cellNamed } from '$lib/rules/cell';
import type { Fault } from '$lib/rules/illegal';
import type { Move } from '$lib/rules/move';
import { colorAt, type Position } from '$lib/rules/position';

import { namesIn } from './scene';

/** What a move must be like. What is left out does not matter. */
export interface ModerationAction {
  readonly kind?: Move['kind'];
  /** How many marbles of one's own side go. */
  readonly row?: number;
  /** How many marbles are pushed. */
  readonly pushed?: number;
  /** Whether one of them goes over the edge. */
  readonly ejects?: boolean;
}

/** What a step asks for. */
export type Task =
  /** Any move. */
  | { readonly kind: 'move' }
  /** A move of some kind. */
  | { readonly kind: 'deed'; readonly deed: ModerationAction }
  /** A try that the rules do not allow, for one of these reasons. */
  | { readonly kind: 'refused'; readonly reasons: readonly Fault[] }
  /** To have pushed a marble to a cell, or over the edge, within so many moves of one's own. */
  | { readonly kind: 'reach'; readonly goal: Goal; readonly moves: number };

/** What a position must be like. */
export type Goal =
  | { readonly kind: 'marble'; readonly color: Color; readonly cells: string }
  /** The side of the first seat has pushed out so many. */
  | { readonly kind: 'captured'; readonly count: number };

/** What a legal move was like that was not what a step asks for. */
export type Mistake = 'sideways' | 'inLine' | 'fewer' | 'more' | 'notPushed' | 'pushed' | 'notEjected' | 'allowed' | 'missed';

/** What a move did for a task: it is done, it goes on, or it was a mistake. */
export type Verdict = 'done' | 'on' | Mistake;

/**
 * Judges a move of the learner's.
 *
 * @param after the position that it led to
 * @param left how many moves the learner has after it
 */
export function judged(task: Task, move: Move, after: Position, left: number): Verdict {
  if (task.kind === 'move') return 'done';
  if (task.kind === 'refused') return 'allowed';
  if (task.kind === 'deed') return mistakeIn(task.deed, move) ?? 'done';
  if (reached(task.goal, after)) return 'done';
  return left > 0 ? 'on' : 'missed';
}

/** How many moves a task gives the learner. */
export function movesFor(task: Task): number {
  return task.kind === 'reach' ? task.moves : 1;
}

function mistakeIn({ kind, row, pushed, ejects }: ModerationAction, move: Move): Mistake | null {
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
