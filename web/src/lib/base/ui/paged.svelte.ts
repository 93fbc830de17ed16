import { failureOf, type Failure } from '$lib/base/protocol/failure';
import type { Page } from '$lib/base/protocol/page';

/** A list that is loaded page by page. */
export class Paged<T> {
  rows = $state.raw<readonly T[]>([]);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  /** The key of the next page; `undefined` before the first, `null` after the last. */
  #next = $state.raw<string | null | undefined>(undefined);
  readonly #load: (from: string | null) => Promise<Page<T>>;

  /**
   * Loads the first page at once.
   *
   * @param load loads a page; `null` for the first
   */
  constructor(load: (from: string | null) => Promise<Page<T>>) {
    this.#load = load;
    void this.more();
  }

  get complete(): boolean {
    return this.#next === null;
  }

  /** Loads the next page, unless it is loading or there is none. */
  async more(): Promise<void> {
    if (this.loading || this.#next === null) return;
    [this.loading, this.failure] = [true, null];
    try {
      const { rows, next } = await this.#load(this.#next ?? null);
      this.rows = [...this.rows, ...rows];
      this.#next = next;
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.loading = false;
    }
  }

  /** Loads the list from the first page. */
  async again(): Promise<void> {
    [this.rows, this.#next] = [[], undefined];
    await this.more();
  }
}
