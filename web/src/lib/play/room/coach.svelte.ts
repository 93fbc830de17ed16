import type { PositionEvaluation, Score } from '$lib/base/protocol/types';
import { colorsOf, sideOfColor, sidesOf } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';
import type { Session } from '$lib/base/session/session.svelte';
import { Evaluations } from '$lib/study/evaluation/evaluations.svelte';
import { reversed } from '$lib/study/evaluation/score';

/** A warning after a move of the player. */
export type Warning = { readonly kind: 'marbles'; readonly marbles: number } | { readonly kind: 'loses' | 'missed' };

/** The loss by a move, in hundredths of a marble, from which on the coach warns. */
const WARNS_FROM = 70;

/** What a move has cost the player who made it; `null` if it is not worth a warning. @param before, after the values for that player */
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
  readonly #evaluations: Evaluations;

  constructor(session: Session) {
    this.#evaluations = new Evaluations(session);
  }

  /** Looks at a position, so that the answer is known when the player asks or has moved. */
  look(position: Position): void {
    void this.#evaluations.ask(position);
  }

  /** The evaluation of a position: `null` while the coach thinks. */
  of(position: Position): PositionEvaluation | 'failed' | null {
    const answer = this.#evaluations.of(position);
    if (answer?.kind === 'failed') return 'failed';
    return answer?.kind === 'found' ? answer.found : null;
  }

  /**
   * The warning after a move of a seat; `null` while the coach thinks. Among three there is none: what is bad for one player need not be good
   * for another.
   */
  warning(seat: number, before: Position, after: Position): Warning | null {
    const color = colorsOf(before.mode)[seat];
    const [known, found] = [this.of(before), this.of(after)];
    if (color === undefined || sidesOf(before.mode) > 2) return null;
    if (known === null || known === 'failed' || found === null || found === 'failed') return null;
    const own = sideOfColor(after.mode, after.turn) === sideOfColor(before.mode, color);
    return warningOf(known.score, own ? found.score : reversed(found.score));
  }
}
