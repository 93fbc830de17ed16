import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '$lib/base/protocol/refusal';
import type { AnalysedPosition, PositionEvaluation } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { startOf } from '$lib/game/rules/position-text';
import { Line } from '$lib/game/table/line';
import type { GameModel } from '$lib/game/table/model';

import type { Answer } from './answers';
import { ExerciseRun } from './exercise-run.svelte';
import type { ExerciseGame } from './exercise-game.svelte';
import { exercisesOf, isAsGood, valueFor } from './exercises';
import type { Value } from './score';
import { NO_POSITIONS, withMore, type Positions } from './positions';

const BELGIAN_DAISY = 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww';
const MOVES = ['b1c2', 'h6g5', 'b2c2', 'i6h6', 'b3b2'];

const game = {
  mode: 'two',
  clock: { kind: 'none' },
  line: Line.from(startOf('two', BELGIAN_DAISY), MOVES),
  seats: [],
  timings: [],
} as unknown as GameModel;

function analysed(ply: number, change: Partial<AnalysedPosition> = {}): AnalysedPosition {
  return { ply, score: { marbles: 0 }, chance: 500, depth: 4, line: ['a1a2'], ...change };
}

const POSITIONS: Positions = withMore(NO_POSITIONS, {
  full: true,
  positions: [
    analysed(0, { mistake: 'inaccuracy' }),
    analysed(1, { mistake: 'blunder' }),
    analysed(2, { score: { marbles: 40 }, chance: 670, line: ['b3d3c4'], mistake: 'mistake' }),
    analysed(4, { line: ['a1b2'], mistake: 'missed_win', score: { win: 3 }, chance: 1000 }),
  ],
});

/** Answers the pending evaluation. */
let answer: (answer: Answer | null) => void;

function begin(): ExerciseRun {
  return new ExerciseRun(game, POSITIONS, 0, () => new Promise((resolve) => (answer = resolve)));
}

function current(run: ExerciseRun): ExerciseGame {
  if (run.exercise === null) throw new Error('there is an exercise');
  return run.exercise;
}

function enter(exercise: ExerciseGame, text: string): void {
  const move = readMove(exercise.line.position(exercise.from), text);
  if (isIllegal(move)) throw new Error(`${text} is illegal`);
  exercise.play(move);
}

async function evaluated({ score, chance }: Value): Promise<void> {
  answer({ kind: 'found', found: { mode: 'two', position: '', score, chance, depth: 4, nodes: 1, line: [] } satisfies PositionEvaluation });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the exercises of a game', () => {
  it('are the mistakes of a player that are worse than an inaccuracy', () => {
    expect(exercisesOf(POSITIONS, game.line.movers, 0)).toEqual([2, 4]);
    expect(exercisesOf(POSITIONS, game.line.movers, 1)).toEqual([1]);
  });

  it('accept a move that gives away hardly any chance to win, and of forced wins only those', () => {
    const even = { score: { marbles: 0 }, chance: 500 };
    const win = { score: { win: 3 }, chance: 1000 };
    expect([450, 449].map((chance) => isAsGood(even, { score: { marbles: -15 }, chance }))).toEqual([true, false]);
    expect([isAsGood(win, win), isAsGood(win, { score: { marbles: 500 }, chance: 999 })]).toEqual([true, false]);
  });

  it('compare values for the side of the mover', () => {
    const value = { score: { marbles: 30 }, chance: 600 };
    expect(valueFor(0, 'two', { turn: 'white' }, value)).toEqual({ score: { marbles: -30 }, chance: 400 });
    expect(valueFor(0, 'four', { turn: 'red' }, value)).toEqual(value);
  });
});

describe('an exercise', () => {
  it('begins before the mistake, with the mover’s turn', () => {
    const exercise = current(begin());
    expect([exercise.from, exercise.review.ply, exercise.turn, exercise.near]).toEqual([2, 2, 0, 0]);
    expect([exercise.played, exercise.best, exercise.playing]).toEqual(['b2c2', 'b3d3c4', true]);
    expect(exercise.mistake).not.toBeNull();
  });

  it('praises the best move without a request', () => {
    const exercise = current(begin());
    enter(exercise, 'b3d3c4');
    expect([exercise.stage, exercise.over, exercise.review.ply, exercise.legal]).toEqual(['best', true, 3, []]);
  });

  it('rejects the mistake without a request, and takes it back after a pause', () => {
    const exercise = current(begin());
    enter(exercise, 'b2c2');
    expect([exercise.stage, exercise.review.ply, exercise.legal]).toEqual(['wrong', 3, []]);
    vi.advanceTimersByTime(1_000);
    expect([exercise.stage, exercise.review.ply, exercise.turn]).toEqual(['wrong', 2, 0]);
    enter(exercise, 'b3d3c4');
    expect(exercise.stage).toBe('best');
  });

  it('lets the computer judge other moves', async () => {
    const exercise = current(begin());
    enter(exercise, 'a1a2');
    expect([exercise.stage, exercise.legal]).toEqual(['checking', []]);
    await evaluated({ score: { marbles: -35 }, chance: 340 });
    expect(exercise.stage).toBe('good');

    const other = current(begin());
    enter(other, 'a1a2');
    await evaluated({ score: { marbles: 10 }, chance: 545 });
    expect(other.stage).toBe('wrong');
  });

  it('takes a move back that could not be judged', async () => {
    const exercise = current(begin());
    enter(exercise, 'a1a2');
    answer({ kind: 'failed', failure: new Refusal('busy', 'no') });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([exercise.stage, exercise.review.ply]).toEqual(['failed', 2]);
  });

  it('shows the solution, whatever is pending', async () => {
    const exercise = current(begin());
    enter(exercise, 'a1a2');
    exercise.show();
    await evaluated({ score: { marbles: -300 }, chance: 5 });
    expect([exercise.stage, exercise.line.moves.at(-1)]).toEqual(['shown', 'b3d3c4']);
  });
});

describe('a run of exercises', () => {
  it('goes from one to the next, counts those with a good move, and begins again', () => {
    const run = begin();
    expect([run.number, run.count]).toEqual([1, 2]);
    enter(current(run), 'b3d3c4');
    run.next();
    expect([run.number, current(run).from, run.found]).toEqual([2, 4, 1]);
    current(run).show();
    run.next();
    expect([run.exercise, run.found, run.count]).toEqual([null, 1, 2]);
    run.again();
    expect([current(run).from, run.found, run.number]).toEqual([2, 0, 1]);
  });
});
