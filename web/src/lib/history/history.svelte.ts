import { games } from '$lib/api/api';
import { playerText } from '$lib/i18n/words';
import type { GameSummary } from '$lib/protocol/types';
import { failureOf, type Failure } from '$lib/protocol/failure';

/** The finished games that fit some words, read page by page. */
export class History {
  games = $state.raw<readonly GameSummary[]>([]);
  /** Whether a page is on its way. */
  loading = $state(false);
  /** Why the last page did not come. */
  failure = $state.raw<Failure | null>(null);
  readonly #words: Readonly<Record<string, string>>;
  #next = $state<string | null>(null);
  #begun = $state(false);

  /** Whether nobody has asked for a page yet. */
  readonly untouched = $derived(!this.#begun && !this.loading && this.failure === null);
  readonly complete = $derived(this.#begun && this.#next === null);
  /** What the player was called in the newest game; `null` as long as no game is known. */
  readonly nameOfPlayer = $derived(this.#nameOfPlayer());

  /** @param words which games: `player` is the id of whose games */
  constructor(words: Readonly<Record<string, string>>) {
    this.#words = words;
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

  #nameOfPlayer(): string | null {
    const player = this.games[0]?.players.find(({ id }) => id === this.#words['player']);
    return player === undefined ? null : playerText(player);
  }
}
