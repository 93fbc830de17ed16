import type { PositionEvaluation } from '$lib/base/protocol/types';

/** The coach's answer for one position: `null` while the coach thinks. */
export type Answer = PositionEvaluation | 'failed' | null;

/** The answers, by the line of the position. */
export type Answers = ReadonlyMap<string, Answer>;

export const NO_ANSWERS: Answers = new Map();

/** The number of cached answers: those around the last move matter. */
const REMEMBERED = 20;

/** Adds an answer, or replaces the one for its position. */
export function withAnswer(answers: Answers, position: string, answer: Answer): Answers {
  const others = [...answers].filter(([other]) => other !== position);
  return new Map([...others.slice(1 - REMEMBERED), [position, answer]]);
}
