import { games } from '$lib/api/api';
import type { GameSummary } from '$lib/protocol/types';
import { Refusal } from '$lib/socket/refusal';

/** The finished games, read page by page. */
export class History {
  games = $state.raw<readonly GameSummary[]>([]);
  /** Whether a page is on its way. */
  loading = $state(false);
  /** Why the last page did not come. */
  refusal = $state.raw<Refusal | null>(null);
  #next = $state<string | null>(null);
  #begun = $state(false);

  readonly complete = $derived(this.#begun && this.#next === null);

  /** Reads the next page, or the last one that failed once more. */
  async more(): Promise<void> {
    if (this.loading || this.complete) return;
    this.loading = true;
    this.refusal = null;
    try {
      const page = await games(this.#next);
      this.games = [...this.games, ...page.games];
      this.#next = page.next;
      this.#begun = true;
    } catch (error) {
      this.refusal = error instanceof Refusal ? error : new Refusal('unavailable', String(error));
    } finally {
      this.loading = false;
    }
  }
}
