/** Number of kept entries: several games, at about a kilobyte a position. */
const KEPT = 1000;

/** The latest entries by key; the oldest goes when another one comes. */
export class Recent<Value> {
  readonly #entries = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest);
  }
}
