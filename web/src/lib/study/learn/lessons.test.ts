import { describe, expect, it } from 'vitest';

import { isIllegal } from '$lib/game/rules/illegal';
import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText, readMove } from '$lib/game/rules/notation';
import { play } from '$lib/game/rules/play';
import { positionText, readPosition } from '$lib/game/rules/position-text';
import type { Position } from '$lib/game/rules/position';

import { TOPICS, type Step } from './lesson';
import { lessonAbout, lessonAfter, LESSONS } from './lessons';
import { positionOf } from './scene';
import { judged, movesFor } from './task';

const steps = LESSONS.flatMap(({ topic, steps }) =>
  steps.map((step, index): [string, Step] => [`${topic}, step ${index + 1}: ${step.ask}`, step]),
);
const allowed = steps.filter(([, { task }]) => task.kind !== 'refused');

function legal(position: Position, text: string): Move {
  const move = readMove(position, text);
  if (isIllegal(move)) throw new Error(`${text}: ${move.reason}`);
  return move;
}

describe('the lessons', () => {
  it('cover every topic, in order', () => {
    expect(LESSONS.map(({ topic }) => topic)).toEqual(TOPICS);
    expect(lessonAbout('pac')?.topic).toBe('pac');
    expect(lessonAbout('chess')).toBeNull();
    expect(lessonAfter('board')?.topic).toBe('moving');
    expect(lessonAfter('variant')).toBeNull();
  });

  it('show every numbered point of the rulebooks, and no other', () => {
    const shown = new Set(LESSONS.flatMap(({ steps }) => steps.flatMap(({ rules }) => rules)));
    expect([...shown].sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  });

  it('use each text once', () => {
    const texts = LESSONS.flatMap(({ title, about, steps }) => [title, about, ...steps.flatMap(({ ask, done }) => [ask, done])]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe.each(steps)('%s', (_, { scene, task, seats = [0], solution, answers = [], rules }) => {
  const position = positionOf(scene);

  it('has a valid position, with the learner to move', () => {
    expect(readPosition(position.mode, positionText(position))).toEqual(position);
    expect(seats).toContain(colorsOf(position.mode).indexOf(position.turn));
    expect(rules.length).toBeGreaterThan(0);
    expect(legalMoves(position).length).toBeGreaterThan(0);
    expect(solution).toHaveLength(movesFor(task));
    expect(answers.length).toBeLessThanOrEqual(movesFor(task));
  });
});

describe.each(allowed)('%s', (_, { scene, task, seats = [0], solution, answers = [] }) => {
  it('is solved by the last move of its solution', () => {
    let position = positionOf(scene);
    for (const [index, text] of solution.entries()) {
      expect(seats).toContain(colorsOf(position.mode).indexOf(position.turn));
      const move = legal(position, text);
      position = play(position, move);
      const left = movesFor(task) - index - 1;
      expect(judged(task, move, position, left)).toBe(left === 0 ? 'done' : 'on');
      for (const answer of answers[index] ?? []) position = play(position, legal(position, answer));
    }
  });

  it('has replies that are legal after any move of the learner', () => {
    const start = positionOf(scene);
    for (const move of legalMoves(start)) {
      let position = play(start, move);
      for (const answer of answers[0] ?? []) position = play(position, legal(position, answer));
      // If the step continues, the learner has the turn again.
      if (movesFor(task) > 1) expect(seats).toContain(colorsOf(position.mode).indexOf(position.turn));
    }
  });

  it('is solved only by some moves, unless it accepts any move', () => {
    const start = positionOf(scene);
    const verdicts = legalMoves(start).map((move) => judged(task, move, play(start, move), 0));
    if (task.kind === 'move') expect(new Set(verdicts)).toEqual(new Set(['done']));
    else expect(verdicts.some((verdict) => verdict !== 'done')).toBe(true);
  });
});

describe.each(steps.filter(([, { task }]) => task.kind === 'refused'))('%s', (_, { scene, task, solution }) => {
  it('has an illegal move as its solution, with the expected reason', () => {
    const [text = ''] = solution;
    const tried = readMove(positionOf(scene), text);
    const reasons = task.kind === 'refused' ? task.reasons : [];
    expect(isIllegal(tried) && reasons.includes(tried.reason)).toBe(true);
  });

  it('rejects every legal move', () => {
    const start = positionOf(scene);
    for (const move of legalMoves(start)) expect([moveText(move), judged(task, move, play(start, move), 0)]).toEqual([moveText(move), 'allowed']);
  });
});
