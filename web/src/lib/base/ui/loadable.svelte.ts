import { failureOf, type Failure } from '$lib/base/protocol/failure';

/** A value that is loaded, with its failure if there was one. */
export class Loadable<T> {
  /** `null` until it is loaded. */
  value = $state.raw<T | null>(null);
  /** The failure of the last attempt; `null` while loading, and after success. */
  failure = $state.raw<Failure | null>(null);
  #loading = false;
  readonly #ask: () => Promise<T>;

  /** Loads at once. */
  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    void this.load();
  }

  /** Loads again, unless it is loading. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    this.failure = null;
    try {
      this.value = await this.#ask();
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.#loading = false;
    }
  }
}
