import type { Puzzle, PuzzleRun, PuzzleVerdict } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import { readMove } from '$lib/game/rules/notation';
import type { Position } from '$lib/game/rules/position';

/** Black pushes a marble off at once. */
export const ONE_MOVE: Puzzle = puzzleOf('1', '5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0', 'e7e8');

/** Black needs two moves. There are two last moves: `b1c1` and `c1d1`. */
export const TWO_MOVES: Puzzle = puzzleOf('2', '5/4b1/7/8/wb5wb/1b6/1b1w3/5w/w4 b 2,1 0 0', 'c2e2b1 a1a2 b1c1');

/** Black needs two moves. Of the last moves that push a marble off, `g7h7` keeps the gain, and `g6h7` does not. */
export const REFUTED: Puzzle = puzzleOf('3', '2w2/w2wwb/3bb1w/2wbw3/6bw1/2b5/7/6/5 b 2,1 0 0', 'f5g6 g9g8 g7h7');

export function puzzleOf(id: string, position: string, moves: string): Puzzle {
  const solution = moves.split(' ');
  return {
    ...{ id, mode: 'two', position, solution, length: Math.ceil(solution.length / 2), themes: ['push_out_in_1'], rating: 1500 },
    ...{ attempts: 10, solved: 4, up_votes: 0, down_votes: 0, game: null },
  };
}

/** A verdict that changes the rating by ten. */
export function verdictOf(puzzle: string, solved: boolean): PuzzleVerdict {
  const rating = { before: 1500, after: solved ? 1510 : 1490 };
  return { solved, rating, first: { puzzle, at: 0, solved, rating, vote: 'none' } };
}

export function runOf(change: Partial<PuzzleRun>): PuzzleRun {
  return { id: 'r1', kind: 'storm', score: 0, mistakes: 0, left_ms: 180_000, counts: true, puzzle: ONE_MOVE, ...change };
}

export function moveIn(position: Position, text: string): Move {
  const move = readMove(position, text);
  if (isIllegal(move)) throw new Error(`${text}: ${move.reason}`);
  return move;
}
