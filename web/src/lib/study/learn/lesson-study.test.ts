import { describe, expect, it } from 'vitest';

import { follow } from '$lib/game/rules/follow';
import { positionText, readPosition } from '$lib/game/rules/position-text';

import { studyOf } from './lesson-study';
import { LESSONS } from './lessons';
import { load } from './words';

await load();

describe('a lesson as a study', () => {
  it.each(LESSONS.map((lesson) => [lesson.topic, lesson] as const))('has a chapter for each step: %s', (_, lesson) => {
    const { from, visibility } = studyOf(lesson);
    const chapters = from.chapters ?? [];
    expect([visibility, chapters.length]).toEqual(['private', lesson.steps.length]);
    chapters.forEach(({ mode, position, nodes }, index) => {
      const start = readPosition(mode, position);
      expect(positionText(start)).toBe(position);
      const moves = nodes.slice(1).map(({ move = '' }) => move);
      expect(follow(start, moves).moves).toHaveLength(moves.length);
      const isTry = lesson.steps[index]?.task.kind === 'refused';
      expect([moves.length > 0, nodes[0]?.shapes?.length ?? 0]).toEqual(isTry ? [false, 1] : [true, 0]);
      expect(nodes[0]?.comment).not.toBe('');
      expect(nodes.at(-1)?.comment).not.toBe('');
    });
  });
});
