import { analyse, analysisOf } from '$lib/api/evaluation';
import { failureOf, type Failure } from '$lib/protocol/failure';
import type { Refusal } from '$lib/protocol/refusal';
import type { Analysis, KnownAnalysis } from '$lib/protocol/types';
import type { Session } from '$lib/session/session.svelte';
import type { Following } from '$lib/socket/topics/topics';

import { NO_POSITIONS, withMore } from './positions';

/** How far an analysis has come: whether there is one is not known, nobody has asked for it, it is being made, it is there. */
export type Stage = 'unknown' | 'none' | 'coming' | 'done';

/** What a search finds in a finished game: looked up at once, asked for by a tap, followed as it comes. */
export class GameAnalysis {
  stage = $state<Stage>('unknown');
  /** Whether the server has been asked and has not answered yet. */
  busy = $state(false);
  /** Why the last question was not answered. */
  failure = $state.raw<Failure | null>(null);
  /** What is known, by ply. */
  positions = $state.raw(NO_POSITIONS);
  /** How many positions there are. */
  all = $state(0);
  readonly #game: string;
  readonly #session: Session;
  #following: Following | null = null;
  /** Whether one has seen it come. */
  followed = $state(false);
  /** Whether it was asked for once more, and nothing has come since. */
  #again = false;
  #ended = false;

  /** @param game a finished game's id */
  constructor(game: string, session: Session) {
    this.#game = game;
    this.#session = session;
  }

  /** Looks whether there is one. */
  look(): Promise<void> {
    return this.#question(() => this.#session.look((token) => analysisOf(this.#game, token)));
  }

  /** Asks for it, as somebody. */
  ask(): Promise<void> {
    return this.#question(async () => {
      const analysis = await this.#session.askAsUser((token) => analyse(this.#game, token));
      return { state: 'asked', ...analysis };
    });
  }

  /** Nobody looks at it any more. */
  end(): void {
    this.#ended = true;
    this.#following?.end();
  }

  async #question(ask: () => Promise<KnownAnalysis>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = null;
    try {
      const known = await ask();
      if (known.state === 'none') this.stage = 'none';
      else this.#learn(known);
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.busy = false;
    }
  }

  #learn(analysis: Analysis): void {
    if (this.#ended) return;
    this.positions = withMore(this.positions, analysis);
    this.all = analysis.plies + 1;
    this.stage = analysis.done ? 'done' : 'coming';
    if (analysis.done) this.#following?.end();
    else this.#follow();
  }

  #follow(): void {
    this.followed = true;
    this.#following ??= this.#session.connection.follow(
      { kind: 'analysis', id: this.#game },
      {
        changed: (analysis) => {
          this.#again = false;
          this.#learn(analysis);
        },
        refused: (refusal) => this.#refused(refusal),
      },
    );
  }

  /** A server that has begun anew may have lost what was asked of it. */
  #refused(refusal: Refusal): void {
    this.#following?.end();
    this.#following = null;
    if (refusal.code === 'no_analysis' && !this.#again) {
      this.#again = true;
      void this.ask();
    } else {
      this.failure = refusal;
    }
  }
}
