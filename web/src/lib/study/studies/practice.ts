import { paths } from '$lib/base/router/routes';
import { follow } from '$lib/game/rules/follow';
import { readMove } from '$lib/game/rules/notation';
import { readPosition } from '$lib/game/rules/position-text';
import type { Judge, Solvable } from '$lib/study/puzzles/solver-game.svelte';

import { mainLine, type ChapterState } from './state';

/** The address of a chapter as an exercise. */
export function practicePath(study: string, chapter: number): string {
  return `${paths.study(study, chapter)}?practice`;
}

/**
 * A chapter as an exercise: the reader finds the moves of the main line for the colour that moves first. Moves of others after the
 * reader's last move are not part of it.
 *
 * @returns `null` if the chapter has no move
 */
export function exerciseOf(chapter: ChapterState): Solvable | null {
  const { mode, position } = chapter;
  const moves = mainLine(chapter);
  const start = readPosition(mode, position);
  const { positions } = follow(start, moves);
  const last = moves.findLastIndex((_, ply) => positions[ply]?.turn === start.turn);
  return last < 0 ? null : { mode, position, solution: moves.slice(0, last + 1) };
}

/** Accepts only the moves of the main line: its author has chosen them. */
export const judgedByAuthor: Judge = ({ solution }, ply, position, move) => {
  if (readMove(position, solution[ply] ?? '') !== move) return 'wrong';
  return ply === solution.length - 1 ? 'solved' : 'right';
};
