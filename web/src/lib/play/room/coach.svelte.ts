import { evaluate } from '$lib/base/api/evaluation';
import type { Score } from '$lib/base/protocol/types';
import { colorsOf, sideOfColor, sidesOf } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';
import type { Session } from '$lib/base/session/session.svelte';

import { NO_ANSWERS, withAnswer, type Answer } from './coach-answers';

/** A warning after a move of the player. */
export type Warning = { readonly kind: 'marbles'; readonly marbles: number } | { readonly kind: 'loses' | 'missed' };

/** The loss by a move, in hundredths of a marble, from which on the coach warns. */
const WARNS_FROM = 70;

/** The cost of a move for the player who made it; `null` if it needs no warning. @param before, after the values for that player */
export function warningOf(before: Score, after: Score): Warning | null {
  if ('loss' in before) return null;
  if ('loss' in after) return { kind: 'loses' };
  if ('win' in before) return 'win' in after ? null : { kind: 'missed' };
  if ('win' in after) return null;
  const lost = before.marbles - after.marbles;
  return lost < WARNS_FROM ? null : { kind: 'marbles', marbles: Math.max(Math.round(lost / 100), 1) };
}

/** The answers of a coach about the positions of one game. */
export class Coach {
  readonly #session: Session;
  #answers = $state.raw(NO_ANSWERS);

  constructor(session: Session) {
    this.#session = session;
  }

  /** Evaluates a position, so that the answer is ready when the player asks or has moved. */
  async look(position: Position): Promise<void> {
    const key = keyOf(position);
    if (this.#answers.has(key) && this.#answers.get(key) !== 'failed') return;
    this.#keep(key, null);
    try {
      this.#keep(key, await this.#session.askAsUser((token) => evaluate(position.mode, key, 1, token)));
    } catch {
      // The coach says so when the player asks, who can ask again.
      this.#keep(key, 'failed');
    }
  }

  /** The answer for a position, which is `null` while the coach thinks. */
  of(position: Position): Answer {
    return this.#answers.get(keyOf(position)) ?? null;
  }

  #keep(key: string, answer: Answer): void {
    this.#answers = withAnswer(this.#answers, key, answer);
  }

  /**
   * The warning after a move of a seat; `null` while the coach thinks. Among three there is none: a loss for one player need not be
   * a gain for another.
   */
  warning(seat: number, before: Position, after: Position): Warning | null {
    const color = colorsOf(before.mode)[seat];
    const [known, found] = [this.of(before), this.of(after)];
    if (color === undefined || sidesOf(before.mode) > 2) return null;
    if (known === null || known === 'failed' || found === null || found === 'failed') return null;
    const own = sideOfColor(after.mode, after.turn) === sideOfColor(before.mode, color);
    return warningOf(known.score, own ? found.score : forOther(found.score));
  }
}

/** The value of a position for the other of two sides. */
function forOther(score: Score): Score {
  if ('marbles' in score) return { marbles: -score.marbles };
  return 'win' in score ? { loss: score.win } : { win: score.loss };
}

/** Counts of plies do not matter. */
function keyOf(position: Position): string {
  return positionText({ ...position, quietPlies: 0, ply: 0 });
}
