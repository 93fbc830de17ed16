import { failureOf, type Failure } from '$lib/base/protocol/failure';

/** Something that is asked for, and what there is to show until it comes, and if it does not. */
export class Loadable<T> {
  /** `null` until it has come. */
  value = $state.raw<T | null>(null);
  /** The failure of the last attempt; `null` while loading, and after success. */
  failure = $state.raw<Failure | null>(null);
  #loading = false;
  readonly #ask: () => Promise<T>;

  /** Asks at once. */
  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    void this.load();
  }

  /** Asks again, unless that is under way. */
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
