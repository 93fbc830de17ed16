import { games } from '$lib/api/api';
import { playerText } from '$lib/i18n/words';
import type { GameSummary } from '$lib/protocol/types';
import { failureOf, type Failure } from '$lib/protocol/failure';

/**
 * The finished games that fit some words, read page by page. It outlives the list that made it (`router.kept`), so that nothing in it is
 * a derived value: these end with the component in which they were made.
 */
export class History {
  games = $state.raw<readonly GameSummary[]>([]);
  /** Whether a page is on its way. */
  loading = $state(false);
  /** Why the last page did not come. */
  failure = $state.raw<Failure | null>(null);
  readonly #words: Readonly<Record<string, string>>;
  #next = $state<string | null>(null);
  #begun = $state(false);

  /** @param words which games: `player` is the id of whose games */
  constructor(words: Readonly<Record<string, string>>) {
    this.#words = words;
  }

  /** Whether no page was asked for yet. */
  get untouched(): boolean {
    return !this.#begun && !this.loading && this.failure === null;
  }

  get complete(): boolean {
    return this.#begun && this.#next === null;
  }

  /** What the player was called in the newest game; `null` as long as no game is known. */
  get nameOfPlayer(): string | null {
    const player = this.games[0]?.players.find(({ id }) => id === this.#words['player']);
    return player === undefined ? null : playerText(player);
  }

  /** Reads the next page, or the last one that failed once more. */
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
