import type { Failure } from '$lib/base/protocol/failure';
import type { PositionEvaluation } from '$lib/base/protocol/types';

/** The computer's answer for one position. */
export type Answer =
  | { readonly kind: 'thinking' }
  | { readonly kind: 'found'; readonly found: PositionEvaluation }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The answers, by the number of lines and the line of the position. */
export type Answers = ReadonlyMap<string, Answer>;

export const NO_ANSWERS: Answers = new Map();

/** The number of cached positions: enough to step back and forth. */
const REMEMBERED = 60;

/** Adds an answer, or replaces the one for its position. */
export function withAnswer(answers: Answers, position: string, answer: Answer): Answers {
  const others = [...answers].filter(([other]) => other !== position);
  return new Map([...others.slice(1 - REMEMBERED), [position, answer]]);
}
