import { failureOf, type Failure } from '$lib/protocol/failure';
import type { Leader, Mode, Speed } from '$lib/protocol/types';
import { leaders } from './api';

/** A leaderboard, page by page. */
export class Leaders {
  players = $state.raw<readonly Leader[]>([]);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  /** Where the next page begins; `null` where there is none. */
  #next = $state.raw<string | null>('');
  readonly #mode: Mode;
  readonly #speed: Speed;

  /** Asks for the first page at once. */
  constructor(mode: Mode, speed: Speed) {
    [this.#mode, this.#speed] = [mode, speed];
    void this.more();
  }

  get complete(): boolean {
    return this.#next === null;
  }

  /** Asks for the next page, unless that is under way or there is none. */
  async more(): Promise<void> {
    if (this.loading || this.#next === null) return;
    [this.loading, this.failure] = [true, null];
    try {
      const { players, next } = await leaders(this.#mode, this.#speed, this.#next === '' ? null : this.#next);
      this.players = [...this.players, ...players];
      this.#next = next;
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.loading = false;
    }
  }
}
