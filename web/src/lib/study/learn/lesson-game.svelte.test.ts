import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { cellNamed } from '$lib/game/rules/cell';
import { illegal, isIllegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import { readMove } from '$lib/game/rules/notation';
import { positionText } from '$lib/game/rules/position-text';

import { LessonGame } from './lesson-game.svelte';
import type { Step, Topic } from './lesson';
import { lessonAbout } from './lessons';

function stepOf(topic: Topic, index: number): Step {
  const step = lessonAbout(topic)?.steps[index];
  if (step === undefined) throw new Error(`${topic} has no step ${index}`);
  return step;
}

function move(game: LessonGame, text: string): Move {
  const read = readMove(game.position, text);
  if (isIllegal(read)) throw new Error(`${text}: ${read.reason}`);
  return read;
}

describe('a step of a lesson', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is done when the learner solves its task, and the opponents reply', () => {
    const game = new LessonGame(stepOf('three', 0));
    expect(game.playing).toBe(true);
    expect(game.turn).toBe(0);
    game.play(move(game, 'a2b3'));
    expect(game.progress).toEqual({ kind: 'done' });
    expect(game.legal).toEqual([]);
    vi.runAllTimers();
    expect(game.line.moves).toEqual(['a2b3', 'g3g4', 'g9g8']);
    expect(game.review.ply).toBe(3);
  });

  it('explains a wrong move, and the learner can restart it', () => {
    const game = new LessonGame(stepOf('side-step', 0));
    const start = positionText(game.position);
    game.play(move(game, 'd4d5'));
    expect(game.progress).toEqual({ kind: 'mistaken', mistake: 'inLine' });
    expect(game.legal).toEqual([]);
    expect(game.entry).toBeNull();
    game.reset();
    expect(positionText(game.position)).toBe(start);
    expect(game.progress).toEqual({ kind: 'asked' });
    game.play(move(game, 'd4d5e4'));
    expect(game.progress).toEqual({ kind: 'done' });
  });

  it('is done by an illegal move only if the move is illegal for the expected reason', () => {
    const game = new LessonGame(stepOf('pac', 0));
    game.refuse(illegal('over_the_edge'));
    expect(game.progress).toEqual({ kind: 'refused', reason: 'over_the_edge' });
    game.refuse(illegal('pac'));
    expect(game.progress).toEqual({ kind: 'done' });
    game.refuse(illegal('over_the_edge'));
    expect(game.progress).toEqual({ kind: 'done' });
  });

  it('can take two moves, with the opponents’ reply in between', () => {
    const game = new LessonGame(stepOf('pac', 3));
    expect(game.hint).toMatchObject({ cells: [cellNamed('c4')] });
    game.play(move(game, 'c4c3'));
    expect(game.progress).toEqual({ kind: 'asked' });
    expect([game.legal, game.hint]).toEqual([[], null]);
    vi.runAllTimers();
    expect(game.turn).toBe(0);
    expect(game.hint).toMatchObject({ cells: [cellNamed('c3')] });
    game.play(move(game, 'c3d4'));
    expect(game.progress).toEqual({ kind: 'done' });
  });

  it('fails if the last move misses the goal, and hides a hint that no longer applies', () => {
    const game = new LessonGame(stepOf('pac', 3));
    game.play(move(game, 'c4b4'));
    vi.runAllTimers();
    expect(game.hint).toBeNull();
    game.play(move(game, 'b4b5'));
    expect(game.progress).toEqual({ kind: 'mistaken', mistake: 'missed' });
  });

  it('gets no reply after a restart', () => {
    const game = new LessonGame(stepOf('board', 2));
    game.play(move(game, 'a1b2'));
    game.reset();
    vi.runAllTimers();
    expect(game.line.moves).toEqual([]);
  });

  it('lets the learner play for both partners if they move one after the other', () => {
    const game = new LessonGame(stepOf('variant', 0));
    game.play(move(game, 'h7h8'));
    expect(game.turn).toBe(2);
    expect(game.legal.length).toBeGreaterThan(0);
    game.play(move(game, 'g7h8'));
    expect(game.progress).toEqual({ kind: 'done' });
    expect(game.line.captured(2, 0)).toBe(1);
  });

  it('fails when its time runs out, unless it is done', () => {
    const game = new LessonGame(stepOf('time', 0));
    game.runOut();
    expect(game.progress).toEqual({ kind: 'mistaken', mistake: 'late' });
    game.reset();
    game.play(move(game, 'c3d4'));
    game.runOut();
    expect(game.progress).toEqual({ kind: 'done' });
  });
});
