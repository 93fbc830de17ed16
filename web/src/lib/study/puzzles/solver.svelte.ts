import { untrack } from 'svelte';

import { puzzleSolver } from '$lib/base/api/puzzles';
import type { PuzzleSolver } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';

/** The user's rating in puzzles and best runs, as far as the server answers. */
export class Solver {
  readonly #session: Session;
  /** `null` for anonymous visitors, and until it is loaded. */
  value = $state.raw<PuzzleSolver | null>(null);

  /** Create it while a component is created. */
  constructor(session: Session) {
    this.#session = session;
    const user = $derived(session.user?.id ?? null);
    $effect(() => {
      if (user === null) this.value = null;
      else untrack(() => void this.load());
    });
  }

  async load(): Promise<void> {
    if (this.#session.user === null) return;
    try {
      this.value = await this.#session.look(puzzleSolver);
    } catch {
      // Known results stay on the page. The next result loads it again.
    }
  }
}
