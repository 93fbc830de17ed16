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

  /** A byte order mark at the start is no part of the text. */
  constructor(text: string | TextReader) {
    if (typeof text === 'string') {
      this.#characters = [...text.replace(/^\uFEFF/, '')];
      return;
    }
    this.#characters = text.#characters;
    this.moveTo(text);
  }

  get place(): Place {
    return { line: this.#line, column: this.#column };
  }

  /** Goes to the place of another reader of the same text. */
  moveTo(other: TextReader): void {
    [this.#at, this.#line, this.#column] = [other.#at, other.#line, other.#column];
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

  /** Takes a character if it comes next. */
  take(wanted: string): boolean {
    const isNext = this.peek() === wanted;
    if (isNext) this.next();
    return isNext;
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

  /** Takes the rest of the line. */
  takeLine(): string {
    return this.takeWhile(/[^\n]/u).replace(/\r+$/, '');
  }

  /** Takes white space and, at the start of a line, lines that begin with `%`. Returns whether an empty line is among them. */
  skipSpace(): boolean {
    let lineEnds = 0;
    for (;;) {
      lineEnds += this.takeWhile(/\p{White_Space}/u).split('\n').length - 1;
      if (this.peek() !== '%' || this.#column !== 1) return lineEnds > 1;
      this.takeLine();
    }
  }
}
