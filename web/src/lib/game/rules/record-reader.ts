import type { LayoutInfo, Mode } from '$lib/base/protocol/types';
import { isIllegal, type Fault } from './illegal';
import { colorsOf, MODES } from './mode';
import { readMove } from './notation';
import { passTurn, play } from './play';
import type { Position } from './position';
import { PositionError, readPosition, startOf } from './position-text';
import type { GameRecord, Turn } from './record';
import { PASS } from './record-text';
import { TextReader, type Place } from './text-reader';

/** Faults of a text that should be the record of a game. */
export type RecordFault =
  /** A tag is written `[Name "value"]`, and here a character of this is missing. */
  | 'expected_quotation_mark'
  | 'expected_bracket'
  /** A backslash in a value stands only before a quotation mark or another backslash. */
  | 'escape'
  /** A comment starts here and does not end. */
  | 'open_comment'
  | 'tag_twice'
  | 'tag_name'
  /** The tags contain neither a layout nor a position, or both. */
  | 'no_start'
  | 'two_starts'
  /** There is no such mode, layout or position, or the layout is for another number of players. */
  | 'mode'
  | 'layout'
  | 'layout_does_not_fit'
  | 'position'
  /** With two players, every turn is a move. */
  | 'pass_of_two'
  /** The move cannot be played. */
  | Fault;

/** A text is not the record of a game. The message is for developers. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  readonly place: Place;
  readonly fault: RecordFault;

  constructor(place: Place, fault: RecordFault) {
    super(`not a record: line ${place.line}, column ${place.column}: ${fault}`);
    this.place = place;
    this.fault = fault;
  }
}

interface Tag {
  readonly value: string;
  readonly place: Place;
}

/**
 * Reads a game. Tags come first, each as `[Name "value"]`, with `\"` and `\\` for those characters in a value. `Mode` is `two`
 * unless given; `Layout` or `Position` is needed. Then follow the moves in any spelling, `--` for a turn that passed without
 * a move, move numbers (which are not checked), and comments in braces (which are not kept).
 *
 * @param layouts those that a record can name
 * @throws {RecordError} with the first fault and its place
 */
export function readRecord(text: string, layouts: readonly LayoutInfo[]): GameRecord {
  const reader = new TextReader(text);
  const tags = readTags(reader);
  const { layout, start } = readStart(tags, reader.place, layouts);
  const unnamed = tags.get('');
  if (unnamed !== undefined) throw new RecordError(unnamed.place, 'tag_name');
  const named = [...tags].filter(([name]) => !['Mode', 'Layout', 'Position'].includes(name));
  return {
    tags: new Map(named.map(([name, { value }]) => [name, value])),
    layout,
    start,
    turns: readTurns(reader, start),
  };
}

function readTags(reader: TextReader): Map<string, Tag> {
  const tags = new Map<string, Tag>();
  skipSpace(reader);
  while (reader.peek() === '[') {
    const { place } = reader;
    reader.next();
    const name = reader.takeWhile(/[A-Za-z0-9_]/);
    reader.takeWhile(/ /);
    expect(reader, '"', 'expected_quotation_mark');
    const value = readValue(reader);
    expect(reader, ']', 'expected_bracket');
    if (tags.has(name)) throw new RecordError(place, 'tag_twice');
    tags.set(name, { value, place });
    skipSpace(reader);
  }
  return tags;
}

/** Reads the text up to the closing quotation mark, and the mark. */
function readValue(reader: TextReader): string {
  let value = '';
  for (;;) {
    const { place } = reader;
    const next = reader.next();
    if (next === '"') return value;
    if (next === null || /\p{Cc}/u.test(next)) throw new RecordError(place, 'expected_quotation_mark');
    const escaped = next === '\\' ? reader.next() : next;
    if (escaped === null || (next === '\\' && !/["\\]/.test(escaped))) throw new RecordError(place, 'escape');
    value += escaped;
  }
}

function readStart(
  tags: ReadonlyMap<string, Tag>,
  end: Place,
  layouts: readonly LayoutInfo[],
): Pick<GameRecord, 'layout' | 'start'> {
  const mode = readMode(tags.get('Mode'));
  const layout = tags.get('Layout');
  const position = tags.get('Position');
  if (layout !== undefined && position !== undefined) throw new RecordError(position.place, 'two_starts');
  if (layout !== undefined) {
    const found = layouts.find(({ name }) => name === layout.value);
    if (found === undefined) throw new RecordError(layout.place, 'layout');
    if (found.players !== colorsOf(mode).length) throw new RecordError(layout.place, 'layout_does_not_fit');
    return { layout: found.name, start: startOf(mode, found.rows) };
  }
  if (position === undefined) throw new RecordError(end, 'no_start');
  try {
    return { layout: null, start: readPosition(mode, position.value) };
  } catch (error) {
    if (!(error instanceof PositionError)) throw error;
    throw new RecordError(position.place, 'position');
  }
}

function readMode(tag: Tag | undefined): Mode {
  if (tag === undefined) return 'two';
  const mode = MODES.find((mode) => mode === tag.value);
  if (mode === undefined) throw new RecordError(tag.place, 'mode');
  return mode;
}

function readTurns(reader: TextReader, start: Position): Turn[] {
  const turns: Turn[] = [];
  let position = start;
  for (; reader.peek() !== null; skipSpace(reader)) {
    const { place } = reader;
    const word = reader.takeWhile(/[^\p{White_Space}{]/u);
    const unnumbered = word.replace(/^[0-9]*\.*/, '');
    if (unnumbered === '') continue;
    if (unnumbered === PASS) {
      if (start.mode === 'two') throw new RecordError(place, 'pass_of_two');
      turns.push(null);
      position = passTurn(position);
      continue;
    }
    const move = readMove(position, word);
    if (isIllegal(move)) throw new RecordError(place, move.reason);
    turns.push(move);
    position = play(position, move);
  }
  return turns;
}

/** Skips white space and comments. */
function skipSpace(reader: TextReader): void {
  for (;;) {
    reader.takeWhile(/\p{White_Space}/u);
    if (reader.peek() !== '{') return;
    const { place } = reader;
    reader.takeWhile(/[^}]/u);
    if (reader.next() === null) throw new RecordError(place, 'open_comment');
  }
}

function expect(reader: TextReader, wanted: string, fault: RecordFault): void {
  const { place } = reader;
  if (reader.next() !== wanted) throw new RecordError(place, fault);
}
