import { untrack } from 'svelte';

import { puzzleSolver } from '$lib/base/api/puzzles';
import type { PuzzleSolver, PuzzleVerdict } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';

import { firstAttempts, historyOf, withAttempt, type History } from './attempts';

/** The attempts of which the page shows the ratings. */
const KEPT = 50;

/** The user's rating in puzzles, best runs and last attempts, as far as the server answers. */
export class Solver {
  readonly #session: Session;
  /** `null` for anonymous visitors, and until it is loaded. */
  value = $state.raw<PuzzleSolver | null>(null);

  /** `null` as above, and without attempts. */
  history = $state.raw<History | null>(null);
  readonly #detailed: boolean;

  /** Create it while a component is created. @param detailed whether the last attempts are loaded, too */
  constructor(session: Session, detailed = false) {
    this.#detailed = detailed;
    this.#session = session;
    const user = $derived(session.user?.id ?? null);
    $effect(() => {
      if (user === null) this.value = this.history = null;
      else untrack(() => void this.load());
    });
  }

  /** Adds an attempt. The server allows few downloads of all attempts a minute, so they are loaded once. */
  async judged({ first, rating }: PuzzleVerdict): Promise<void> {
    const { history } = this;
    if (history !== null && rating !== null) this.history = withAttempt(history, first, KEPT);
    await this.load(history === null);
  }

  async load(detailed = true): Promise<void> {
    if (this.#session.user === null) return;
    try {
      const value = await this.#session.look(puzzleSolver);
      this.value = value;
      if (!detailed || !this.#detailed || value.attempts === 0) return;
      this.history = await this.#session.look((token) => historyOf(firstAttempts(token), KEPT, Date.now() * 1000));
    } catch {
      // Known results stay on the page. The next result loads it again.
    }
  }
}
