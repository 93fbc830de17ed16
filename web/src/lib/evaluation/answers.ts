import type { Failure } from '$lib/protocol/failure';
import type { PositionEvaluation } from '$lib/protocol/types';

/** What a computer has said of one position. */
export type Answer =
  | { readonly kind: 'thinking' }
  | { readonly kind: 'found'; readonly found: PositionEvaluation }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What it has said, by the line of the position. */
export type Answers = ReadonlyMap<string, Answer>;

export const NO_ANSWERS: Answers = new Map();

/** So many positions are remembered: enough to step back and forth. */
const REMEMBERED = 60;

/** The answers with another one, or in place of the one that there was. */
export function withAnswer(answers: Answers, position: string, answer: Answer): Answers {
  const others = [...answers].filter(([other]) => other !== position);
  return new Map([...others.slice(1 - REMEMBERED), [position, answer]]);
}
