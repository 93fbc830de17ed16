import { games } from '$lib/base/api/api';
import { playerText } from '$lib/base/i18n/words';
import type { GameSummary } from '$lib/base/protocol/types';
import { failureOf, type Failure } from '$lib/base/protocol/failure';

/**
 * The finished games that fit a filter, loaded page by page. It outlives the list that made it (`router.kept`), so it uses no
 * derived values: these end with the component in which they were made.
 */
export class History {
  games = $state.raw<readonly GameSummary[]>([]);
  /** Whether a page is loading. */
  loading = $state(false);
  /** The reason why the last page failed to load. */
  failure = $state.raw<Failure | null>(null);
  readonly #words: Readonly<Record<string, string>>;
  #next = $state<string | null>(null);
  #begun = $state(false);

  /** @param words the filter: `player` is the id of the games' player */
  constructor(words: Readonly<Record<string, string>>) {
    this.#words = words;
  }

  /** Whether no page has been requested. */
  get untouched(): boolean {
    return !this.#begun && !this.loading && this.failure === null;
  }

  get complete(): boolean {
    return this.#begun && this.#next === null;
  }

  /** The player's name in the newest game; `null` while no game is known. */
  get nameOfPlayer(): string | null {
    const player = this.games[0]?.players.find(({ id }) => id === this.#words['player']);
    return player === undefined ? null : playerText(player);
  }

  /** Loads the next page, or retries the last one that failed. */
  async more(): Promise<void> {
    if (this.loading || this.complete) return;
    this.loading = true;
    this.failure = null;
    try {
      const page = await games(this.#words, this.#next);
      this.games = [...this.games, ...page.games];
      this.#next = page.next;
      this.#begun = true;
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.loading = false;
    }
  }
}
