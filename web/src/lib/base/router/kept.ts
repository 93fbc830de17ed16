/** What pages want to find again, by name. */
export class Kept {
  readonly #values = new Map<string, unknown>();

  /** What is kept under that name, made if there is nothing yet. One name stands for one type. */
  get<Value>(name: string, make: () => Value): Value {
    if (!this.#values.has(name)) this.#values.set(name, make());
    return this.#values.get(name) as Value;
  }
}
