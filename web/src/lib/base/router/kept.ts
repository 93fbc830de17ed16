/** Values that pages keep in an entry of the history, by name. */
export class Kept {
  readonly #values = new Map<string, unknown>();

  /** The value with that name, created if there is none yet. Each name has one type. */
  get<Value>(name: string, make: () => Value): Value {
    if (!this.#values.has(name)) this.#values.set(name, make());
    return this.#values.get(name) as Value;
  }
}
