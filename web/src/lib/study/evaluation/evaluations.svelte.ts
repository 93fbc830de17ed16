import { evaluate } from '$lib/base/api/evaluation';
import { failureOf } from '$lib/base/protocol/failure';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';
import type { Session } from '$lib/base/session/session.svelte';

import { NO_ANSWERS, withAnswer, type Answer } from './answers';

/** The computer's evaluations of positions, each on request. An answer belongs to the position that it was requested for. */
export class Evaluations {
  readonly #session: Session;
  #answers = $state.raw(NO_ANSWERS);

  constructor(session: Session) {
    this.#session = session;
  }

  /** The evaluation of a position with this number of lines; `null` before a request. */
  of(position: Position, lines = 1): Answer | null {
    return this.#answers.get(keyOf(position, lines)) ?? null;
  }

  /** Requests an evaluation, unless there is one or a request is pending. The caller becomes a guest if necessary. */
  async ask(position: Position, lines = 1): Promise<void> {
    const known = this.of(position, lines);
    if (known !== null && known.kind !== 'failed') return;
    const key = keyOf(position, lines);
    this.#keep(key, { kind: 'thinking' });
    try {
      const found = await this.#session.askAsUser((token) => evaluate(position.mode, textOf(position), lines, token));
      this.#keep(key, { kind: 'found', found });
    } catch (error) {
      this.#keep(key, { kind: 'failed', failure: failureOf(error) });
    }
  }

  #keep(key: string, answer: Answer): void {
    this.#answers = withAnswer(this.#answers, key, answer);
  }
}

function keyOf(position: Position, lines: number): string {
  return `${lines} ${textOf(position)}`;
}

/** Counts of plies do not matter. */
function textOf(position: Position): string {
  return positionText({ ...position, quietPlies: 0, ply: 0 });
}
