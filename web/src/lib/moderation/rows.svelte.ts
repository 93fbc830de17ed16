import type { Part } from '$lib/api/moderation';
import { failureOf, type Failure } from '$lib/protocol/failure';

/** A list, part by part. */
export class Rows<T> {
  rows = $state.raw<readonly T[]>([]);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  /** Where the next part begins; `undefined` before the first, `null` after the last. */
  #next = $state.raw<string | null | undefined>(undefined);
  readonly #load: (from: string | null) => Promise<Part<T>>;

  /** Asks for the first part at once. */
  constructor(load: (from: string | null) => Promise<Part<T>>) {
    this.#load = load;
    void this.more();
  }

  get complete(): boolean {
    return this.#next === null;
  }

  /** Asks for the next part, unless that is under way or there is none. */
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

  /** Asks for all of it anew. */
  async again(): Promise<void> {
    [this.rows, this.#next] = [[], undefined];
    await this.more();
  }
}
