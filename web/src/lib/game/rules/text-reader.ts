/** A place in a text: line and character in the line, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Reads a text character by character and tracks its place. */
export class TextReader {
  readonly #characters: readonly string[];
  #at = 0;
  #line = 1;
  #column = 1;

  constructor(text: string) {
    this.#characters = [...text];
  }

  get place(): Place {
    return { line: this.#line, column: this.#column };
  }

  /** The next character, which stays; `null` at the end. */
  peek(): string | null {
    return this.#characters[this.#at] ?? null;
  }

  /** Takes the next character; `null` at the end. */
  next(): string | null {
    const next = this.peek();
    if (next === null) return null;
    this.#at += 1;
    this.#column = next === '\n' ? 1 : this.#column + 1;
    if (next === '\n') this.#line += 1;
    return next;
  }

  /** Takes all that follows and belongs to a class of characters. */
  takeWhile(belongs: RegExp): string {
    let taken = '';
    for (let next = this.peek(); next !== null && belongs.test(next); next = this.peek()) {
      taken += next;
      this.next();
    }
    return taken;
  }
}
