import { describe, expect, it } from 'vitest';

import type { Puzzle } from '$lib/base/protocol/types';
import { follow } from '$lib/game/rules/follow';
import { legalMoves } from '$lib/game/rules/legal';
import { moveText } from '$lib/game/rules/notation';
import type { Position } from '$lib/game/rules/position';
import { readPosition } from '$lib/game/rules/position-text';
import { ONE_MOVE, REFUTED, TWO_MOVES } from '../../../test/puzzles';

import { judged, type Verdict } from './judge';

/** The right moves after this many moves of the solution, with their judgements. */
function accepted({ mode, position: line, solution }: Puzzle, ply: number): Record<string, Verdict> {
  const start = readPosition(mode, line);
  const position: Position = follow(start, solution.slice(0, ply)).positions.at(-1) ?? start;
  const verdicts = legalMoves(position).map((move) => [moveText(move), judged({ start, solution }, ply, position, move)] as const);
  return Object.fromEntries(verdicts.filter(([, verdict]) => verdict !== 'wrong'));
}

describe('a move of the solver', () => {
  it('solves the puzzle only if it is the last of the solution', () => {
    expect(accepted(ONE_MOVE, 0)).toEqual({ e7e8: 'solved' });
    expect(accepted(TWO_MOVES, 0)).toEqual({ c2e2b1: 'right' });
  });

  it('may be another move at the end, if it keeps a gain', () => {
    expect(accepted(TWO_MOVES, 2)).toEqual({ b1c1: 'solved', c1d1: 'solved' });
  });

  it('is wrong if a reply takes the gain back', () => {
    expect(accepted(REFUTED, 2)).toEqual({ g7h7: 'solved' });
  });

  it('is wrong if it pushes a marble off at the start, where a single move wins', () => {
    // With three players, another marble can be pushed off, too.
    const three: Puzzle = { ...ONE_MOVE, mode: 'three', position: 'bbw2/6/7/8/6bbw/8/7/6/5 b 0,0,0 0 0' };
    expect(accepted(three, 0)).toEqual({ e7e8: 'solved' });
  });

  it('may win the game', () => {
    const won: Puzzle = { ...TWO_MOVES, position: TWO_MOVES.position.replace('2,1', '5,1') };
    expect(accepted(won, 2)).toEqual({ b1c1: 'solved', c1d1: 'solved' });
  });
});
