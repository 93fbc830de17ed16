import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Puzzle } from '$lib/base/protocol/types';
import { moveIn, ONE_MOVE, TWO_MOVES } from '../../../test/puzzles';

import { SolverGame } from './solver-game.svelte';

const results = vi.fn<(moves: readonly string[]) => void>();

function gameOf(puzzle: Puzzle): SolverGame {
  return new SolverGame(puzzle, { onresult: results });
}

function play(game: SolverGame, text: string): void {
  game.play(moveIn(game.position, text));
}

function names(game: SolverGame): string[] | undefined {
  return game.hint?.cells.map(({ name }) => name);
}

beforeEach(() => {
  vi.useFakeTimers();
  results.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('a puzzle on the board', () => {
  it('is seen from the solver’s side', () => {
    const white: Puzzle = { ...ONE_MOVE, position: '5/6/7/8/6wwb/8/7/6/5 w 0,0 0 0' };
    const game = gameOf(white);
    expect([game.near, game.controls, game.turn]).toEqual([1, [1], 1]);
    play(game, 'e7e8');
    expect(game.stage).toBe('solved');
  });

  it('is solved by the moves of the solution, with a reply after each but the last', () => {
    const game = gameOf(TWO_MOVES);
    play(game, 'c2e2b1');
    expect([game.stage, game.legal, game.over]).toEqual(['right', [], false]);
    vi.runAllTimers();
    expect(game.line.moves).toEqual(['c2e2b1', 'a1a2']);
    expect(game.legal.length).toBeGreaterThan(0);
    expect(results).not.toHaveBeenCalled();
    play(game, 'c1d1');
    expect([game.stage, game.over, game.legal]).toEqual(['solved', true, []]);
    expect(results.mock.calls).toEqual([[['c2e2b1', 'c1d1']]]);
  });

  it('shows a wrong move, takes it back, and reports only the first', () => {
    const game = gameOf(TWO_MOVES);
    play(game, 'c2e2b1');
    vi.runAllTimers();
    play(game, 'h8h7');
    expect([game.stage, game.line.moves.length, game.legal]).toEqual(['wrong', 3, []]);
    expect(results.mock.calls).toEqual([[['c2e2b1', 'h8h7']]]);
    vi.runAllTimers();
    expect([game.stage, game.line.moves, game.review.ply]).toEqual(['wrong', ['c2e2b1', 'a1a2'], 2]);
    play(game, 'h8h7');
    vi.runAllTimers();
    play(game, 'b1c1');
    expect(game.stage).toBe('solved');
    expect(results).toHaveBeenCalledOnce();
  });

  it('marks the marbles of the right move on request, which is reported as a failure', () => {
    const game = gameOf(TWO_MOVES);
    expect([game.mayHint, names(game)]).toEqual([true, undefined]);
    game.askHint();
    expect(results.mock.calls).toEqual([[[]]]);
    expect([game.mayHint, names(game)]).toEqual([false, ['c2', 'd2', 'e2']]);
    play(game, 'c2e2b1');
    vi.runAllTimers();
    expect([game.mayHint, names(game)]).toEqual([true, undefined]);
    play(game, 'b1c1');
    expect(results).toHaveBeenCalledOnce();
  });

  it('plays the solution on request, from where the solver is', () => {
    const game = gameOf(TWO_MOVES);
    play(game, 'c2e2b1');
    game.show();
    expect([game.stage, game.over]).toEqual(['shown', true]);
    expect(results.mock.calls).toEqual([[['c2e2b1']]]);
    vi.runAllTimers();
    expect(game.line.moves).toEqual(TWO_MOVES.solution);
  });

  it('plays the solution in place of a wrong move', () => {
    const game = gameOf(ONE_MOVE);
    play(game, 'e8f8');
    game.show();
    vi.runAllTimers();
    expect(game.line.moves).toEqual(ONE_MOVE.solution);
    expect(results.mock.calls).toEqual([[['e8f8']]]);
  });

  it('takes no move while an earlier position is shown', () => {
    const game = gameOf(TWO_MOVES);
    play(game, 'c2e2b1');
    vi.runAllTimers();
    game.review.go(0);
    expect([game.legal, game.mayHint]).toEqual([[], false]);
    game.review.go(2);
    expect(game.mayHint).toBe(true);
  });

  it('ends with the first wrong move in a run', () => {
    const game = new SolverGame(ONE_MOVE, { onresult: results, pauses: { reply: 1, wrong: null } });
    play(game, 'e8f8');
    vi.runAllTimers();
    expect([game.stage, game.over, game.line.moves]).toEqual(['wrong', true, ['e8f8']]);
  });

  it('gets no reply once it is closed', () => {
    const game = gameOf(TWO_MOVES);
    play(game, 'c2e2b1');
    game.close();
    vi.runAllTimers();
    expect(game.line.moves).toEqual(['c2e2b1']);
  });
});
