import type { Mode } from '$lib/protocol/types';

import { isIllegal, type Fault } from './illegal';
import { layoutNamed, layoutOf, startFrom } from './layouts';
import { colorsOf, MODES } from './mode';
import { moveText, readMove } from './notation';
import { passTurn, play } from './play';
import type { Position } from './position';
import { PositionError, readPosition, type PositionFault } from './position-text';
import { PASS, type GameRecord, type Tag } from './record';

/** What is wrong with a text that should be a game. */
export type RecordFault =
  /** A tag is written `[Name "value"]`, and here a character of this is missing. */
  | { readonly kind: 'expected'; readonly wanted: string }
  /** A backslash in a value stands only before a quotation mark or another backslash. */
  | { readonly kind: 'escape' }
  /** A comment begins here and does not end. */
  | { readonly kind: 'open_comment' }
  | { readonly kind: 'tag_twice'; readonly name: string }
  /** The tag has no name. */
  | { readonly kind: 'tag_name' }
  /** The tags tell neither a layout nor a position. */
  | { readonly kind: 'no_start' }
  /** The tags tell both. */
  | { readonly kind: 'two_starts' }
  | { readonly kind: 'mode' }
  | { readonly kind: 'layout' }
  /** The layout is for another number of players. */
  | { readonly kind: 'layout_does_not_fit' }
  | { readonly kind: 'position'; readonly fault: PositionFault }
  | { readonly kind: 'move'; readonly fault: Fault }
  /** With two players no turn goes on without a move. */
  | { readonly kind: 'pass_of_two' };

/** A place in a text, both from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** A text is not the record of a game. The message is for developers; place and `fault` are what one can tell people of. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  readonly line: number;
  readonly column: number;
  readonly fault: RecordFault;

  constructor({ line, column }: Place, fault: RecordFault) {
    super(`not a game, line ${line}, column ${column}: ${JSON.stringify(fault)}`);
    this.line = line;
    this.column = column;
    this.fault = fault;
  }
}

/**
 * Reads a game: tags first, each as `[Name "value"]`; `Mode` is `two` unless given, `Layout` or `Position` is needed. Then the
 * moves in any spelling, `--` for a turn that went on without one, move numbers, which are not checked, and comments in
 * braces, which are not kept.
 *
 * @throws {RecordError} with what is wrong first
 */
export function readRecord(text: string): GameRecord {
  const reader = new Reader(text);
  reader.skipSpace();
  const tags: PlacedTag[] = [];
  while (reader.peek() === '[') {
    const tag = reader.tag();
    if (tags.some(({ name }) => name === tag.name)) throw new RecordError(tag.place, { kind: 'tag_twice', name: tag.name });
    tags.push(tag);
    reader.skipSpace();
  }
  const { start, layout } = startOfTags(tags, reader.place());
  const others = tags.filter(({ name }) => !['Mode', 'Layout', 'Position'].includes(name));
  const nameless = others.find(({ name }) => name === '');
  if (nameless !== undefined) throw new RecordError(nameless.place, { kind: 'tag_name' });
  const turns: (string | null)[] = [];
  let position = start;
  while (reader.peek() !== undefined) {
    const place = reader.place();
    const turn = readTurn(position, reader.word(), place);
    if (turn !== undefined) {
      position = turn.after;
      turns.push(turn.text);
    }
    reader.skipSpace();
  }
  return { start, layout, tags: others.map(({ name, value }): Tag => [name, value]), turns };
}

/** What the tags `Mode`, `Layout` and `Position` tell. */
function startOfTags(tags: readonly PlacedTag[], end: Place): { start: Position; layout: string | null } {
  const [modeTag, layoutTag, positionTag] = ['Mode', 'Layout', 'Position'].map((name) => tags.find((tag) => tag.name === name));
  const mode: Mode | undefined = modeTag === undefined ? 'two' : MODES.find((known) => known === modeTag.value);
  if (mode === undefined) throw new RecordError(modeTag?.place ?? end, { kind: 'mode' });
  if (layoutTag !== undefined && positionTag !== undefined) throw new RecordError(positionTag.place, { kind: 'two_starts' });
  if (layoutTag !== undefined) {
    const layout = layoutOf(mode, layoutTag.value);
    const kind = layoutNamed(layoutTag.value) === null ? 'layout' : 'layout_does_not_fit';
    if (layout === null) throw new RecordError(layoutTag.place, { kind });
    return { start: startFrom(mode, layout), layout: layout.name };
  }
  if (positionTag === undefined) throw new RecordError(end, { kind: 'no_start' });
  try {
    return { start: readPosition(mode, positionTag.value), layout: null };
  } catch (error) {
    if (error instanceof PositionError) throw new RecordError(positionTag.place, { kind: 'position', fault: error.fault });
    throw error;
  }
}

/** A word of the turns: a move number alone is nothing, a move can have one in front. */
function readTurn(position: Position, word: string, place: Place): { text: string | null; after: Position } | undefined {
  const unnumbered = word.replace(/^[0-9]*\.*/, '');
  if (unnumbered === '') return undefined;
  if (unnumbered === PASS) {
    if (colorsOf(position.mode).length === 2) throw new RecordError(place, { kind: 'pass_of_two' });
    return { text: null, after: passTurn(position) };
  }
  const move = readMove(position, word);
  if (isIllegal(move)) throw new RecordError(place, { kind: 'move', fault: move.reason });
  return { text: moveText(move), after: play(position, move) };
}

interface PlacedTag {
  readonly name: string;
  readonly value: string;
  readonly place: Place;
}

const SPACE = /^\p{White_Space}$/u;
const CONTROL = /^\p{Cc}$/u;

class Reader {
  readonly #chars: readonly string[];
  #at = 0;
  #line = 1;
  #column = 1;

  constructor(text: string) {
    this.#chars = [...text];
  }

  peek(): string | undefined {
    return this.#chars[this.#at];
  }

  place(): Place {
    return { line: this.#line, column: this.#column };
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    for (;;) {
      this.#takeWhile((char) => SPACE.test(char));
      if (this.peek() !== '{') return;
      const place = this.place();
      this.#takeWhile((char) => char !== '}');
      if (this.#next() === undefined) throw new RecordError(place, { kind: 'open_comment' });
    }
  }

  word(): string {
    return this.#takeWhile((char) => char !== '{' && !SPACE.test(char));
  }

  tag(): PlacedTag {
    const place = this.place();
    this.#expect('[');
    const name = this.#takeWhile((char) => /^[A-Za-z0-9_]$/.test(char));
    this.#takeWhile((char) => char === ' ');
    this.#expect('"');
    const value = this.#value();
    this.#expect(']');
    return { name, value, place };
  }

  /** What stands up to the next quotation mark. */
  #value(): string {
    let value = '';
    for (;;) {
      const place = this.place();
      const char = this.#next();
      if (char === '"') return value;
      if (char === undefined || CONTROL.test(char)) throw new RecordError(place, { kind: 'expected', wanted: '"' });
      if (char !== '\\') {
        value += char;
        continue;
      }
      const escaped = this.#next();
      if (escaped !== '"' && escaped !== '\\') throw new RecordError(place, { kind: 'escape' });
      value += escaped;
    }
  }

  #expect(wanted: string): void {
    const place = this.place();
    if (this.#next() !== wanted) throw new RecordError(place, { kind: 'expected', wanted });
  }

  #takeWhile(belongs: (char: string) => boolean): string {
    let text = '';
    for (let next = this.peek(); next !== undefined && belongs(next); next = this.peek()) {
      text += next;
      this.#next();
    }
    return text;
  }

  #next(): string | undefined {
    const next = this.#chars[this.#at];
    if (next === undefined) return undefined;
    this.#at += 1;
    this.#line += next === '\n' ? 1 : 0;
    this.#column = next === '\n' ? 1 : this.#column + 1;
    return next;
  }
}
