/** A stored object, by the names of its fields. */
export type Stored = Readonly<Record<string, unknown>>;

/** Reads stored JSON; text that is not an object has no fields. */
export function parsed(text: string): Stored {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The fields of a value; a value that is not an object has none. */
export function fieldsOf(value: unknown): Stored {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The value if it is among the options. */
export function oneOf<Value extends string>(options: readonly Value[], value: unknown, otherwise: Value): Value {
  return options.find((option) => option === value) ?? otherwise;
}
