import { analyse, analysisOf } from '$lib/base/api/evaluation';
import { failureOf, type Failure } from '$lib/base/protocol/failure';
import type { Refusal } from '$lib/base/protocol/refusal';
import type { Analysis, KnownAnalysis } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';
import type { Following } from '$lib/base/socket/topics/topics';

import { NO_POSITIONS, withMore } from './positions';

/** The state of an analysis: unknown, not requested, in progress, or complete. */
export type Stage = 'unknown' | 'none' | 'coming' | 'done';

/** The analysis of a finished game: looked up at once, requested by a tap, followed as it comes. */
export class GameAnalysis {
  stage = $state<Stage>('unknown');
  /** Whether a request is pending. */
  busy = $state(false);
  /** The reason why the last request failed. */
  failure = $state.raw<Failure | null>(null);
  /** The known evaluations, by ply. */
  positions = $state.raw(NO_POSITIONS);
  /** The number of positions. */
  all = $state(0);
  readonly #game: string;
  readonly #session: Session;
  #following: Following | null = null;
  /** Whether the page has seen the analysis grow. */
  followed = $state(false);
  /** Whether it was requested again without any answer since. */
  #again = false;
  #ended = false;

  /** @param game a finished game's id */
  constructor(game: string, session: Session) {
    this.#game = game;
    this.#session = session;
  }

  /** Looks up the stored analysis. */
  look(): Promise<void> {
    return this.#question(() => this.#session.look((token) => analysisOf(this.#game, token)));
  }

  /** Requests the analysis. The caller becomes a guest if necessary. */
  ask(): Promise<void> {
    return this.#question(async () => {
      const analysis = await this.#session.askAsUser((token) => analyse(this.#game, token));
      return { state: 'asked', ...analysis };
    });
  }

  /** Unsubscribes when the page is left. */
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
        onError: (refusal) => this.#onError(refusal),
      },
    );
  }

  /** A server that has restarted may have lost the request. */
  #onError(refusal: Refusal): void {
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
