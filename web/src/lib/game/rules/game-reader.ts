import type { Assumption, LayoutInfo, Mode } from '$lib/base/protocol/types';
import { farMove, layoutSpelling, readAnyPosition, readResult, type ResultToken } from './dialect';
import { isIllegal } from './illegal';
import { colorsOf, MODES } from './mode';
import { readMove } from './notation';
import { passTurn, play } from './play';
import type { Position } from './position';
import { PositionError, positionText, startOf } from './position-text';
import type { Turn } from './record';
import { RecordError, type RecordFault } from './record-error';
import { TextReader, type Place } from './text-reader';

/** The usual layout of each mode. */
const USUAL: Readonly<Record<Mode, string>> = {
  two: 'belgian_daisy',
  three: 'three_standard',
  four: 'four_standard',
  'four-consecutive': 'four_standard',
};

/** A turn that passed without a move. */
export const PASS = '--';

export interface Tag {
  readonly name: string;
  readonly value: string;
  readonly place: Place;
}

/** A part of the moves: a turn, a comment, or the parentheses of a variation, which replaces the turn before it. */
export type Step =
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'close' };

/** One game of a text. */
export interface GameReading {
  /** Without the tags that describe the start or the format. A result after the moves is a tag `Result` if there is none. */
  readonly tags: readonly Tag[];
  /** The name of the layout; `null` when the game starts from another position. */
  readonly layout: string | null;
  readonly start: Position;
  readonly steps: readonly Step[];
  /** The choices of the reader where the text is silent. */
  readonly assumptions: readonly Assumption[];
}

/** Tags that describe the start or the format. */
const DESCRIPTIONS = ['Mode', 'Layout', 'Position', 'Variant', 'FEN', 'SetUp', 'Notation', 'Plies'];

/** Maximum length of an ignored line in a note. */
const HEADING_CHARACTERS = 80;

/**
 * Reads the games of a text of this or another program, one after the other, as `crates/rules/src/game_reader.rs` does.
 *
 * @param mode of games without a tag `Mode`
 * @param layouts those that a text can name
 * @throws {RecordError} with the first fault and its place
 */
export function* readGames(text: string, mode: Mode, layouts: readonly LayoutInfo[]): Generator<GameReading, void> {
  const reader = new TextReader(text);
  for (reader.skipSpace(); reader.peek() !== null; reader.skipSpace()) yield readGame(reader, mode, layouts);
}

interface Head {
  readonly tags: Tag[];
  readonly comments: Step[];
  readonly assumptions: Assumption[];
  position: { readonly place: Place; readonly line: string } | null;
  layout: { readonly place: Place; readonly name: string } | null;
}

interface Body {
  readonly steps: Step[];
  result: ResultToken | null;
  far: boolean;
  marks: boolean;
}

interface Start {
  readonly layout: string | null;
  readonly start: Position;
}

function readGame(reader: TextReader, mode: Mode, layouts: readonly LayoutInfo[]): GameReading {
  const head = readHead(reader, layouts);
  const end = reader.place;
  const own = modeOf(head, mode);
  const named = startIn(head, own, layouts);
  const found = named === null ? assumedStart(reader, own, layouts) : { ...named, body: readBody(reader, named.start) };
  if (named === null) {
    if (!found.body.steps.some(({ kind }) => kind === 'turn')) throw new RecordError(end, head.tags.length === 0 ? 'no_game' : 'no_start');
    head.assumptions.push({ kind: 'layout', value: found.layout ?? '' });
  }
  const { far, marks, result, steps } = found.body;
  const tags = head.tags.filter(({ name }) => !DESCRIPTIONS.includes(name));
  if (far) head.assumptions.push({ kind: 'far_moves' });
  if (marks) head.assumptions.push({ kind: 'marks' });
  if (result !== null) addResult(tags, result, end, head.assumptions);
  return { tags, layout: found.layout, start: found.start, steps: [...head.comments, ...steps], assumptions: head.assumptions };
}

function readHead(reader: TextReader, layouts: readonly LayoutInfo[]): Head {
  const head: Head = { tags: [], comments: [], assumptions: [], position: null, layout: null };
  for (;;) {
    const isAfterGap = reader.skipSpace();
    const { place } = reader;
    const comment = readComment(reader);
    if (comment !== null) {
      head.comments.push({ kind: 'comment', text: comment });
    } else if (reader.peek() === '[') {
      const before = new TextReader(reader);
      const tag = readTag(reader);
      if (head.tags.some(({ name }) => name === tag.name)) {
        if (!isAfterGap) throw new RecordError(place, 'tag_twice');
        // The next game: this one has no moves.
        reader.moveTo(before);
        return head;
      }
      head.tags.push(tag);
    } else if (head.tags.length === 0 && head.position === null && reader.peek() !== null) {
      if (!readHeading(reader, head, layouts)) return head;
    } else {
      return head;
    }
  }
}

/** Reads a line before the moves; `false` if the moves begin with it. */
function readHeading(reader: TextReader, head: Head, layouts: readonly LayoutInfo[]): boolean {
  const { place } = reader;
  const line = new TextReader(reader).takeLine().trim();
  const name = layoutSpelling(line);
  if (isPosition(line)) head.position = { place, line };
  else if (beginsWithAMove(line)) return false;
  else if (layouts.some((layout) => layout.name === name)) head.layout = { place, name };
  else head.assumptions.push({ kind: 'heading', value: [...line].slice(0, HEADING_CHARACTERS).join('') });
  reader.takeLine();
  return true;
}

/** Whether a line is meant to be a position: rows with a slash between. */
function isPosition(line: string): boolean {
  const [word = ''] = line.split(/\p{White_Space}+/u);
  if (readResult(word) !== null) return false;
  const slashes = (word.split(':')[0] ?? '').split('/').length - 1;
  return slashes > 4 || (slashes > 0 && /^[\dbwrysS/\-BWRY]*$/.test(word));
}

/** Whether a line begins with a move, a result, or one of the two after a number. */
function beginsWithAMove(line: string): boolean {
  const words = line.split(/\p{White_Space}+/u);
  const [first = '', second = ''] = words.map(withoutNumber);
  const word = (first === '' ? second : first).replace(/[{()[;].*$/su, '');
  return word === PASS || /^[A-I][1-9][A-I][1-9]/i.test(word.replace('-', '')) || readResult(words[0] ?? '') !== null;
}

function modeOf({ tags }: Head, usual: Mode): Mode {
  const tag = tags.find(({ name }) => name === 'Mode');
  if (tag === undefined) return usual;
  const mode = MODES.find((mode) => mode === tag.value);
  if (mode === undefined) throw new RecordError(tag.place, 'mode');
  return mode;
}

/** The start that the head names; `null` without one. */
function startIn(head: Head, mode: Mode, layouts: readonly LayoutInfo[]): Start | null {
  const find = (name: string): Tag | undefined => head.tags.find((tag) => tag.name === name);
  const [layout, position, fen] = ['Layout', 'Position', 'FEN'].map(find);
  const variant = find('Variant');
  const known = variant?.value.toLowerCase() === 'abalone' ? undefined : variant;
  const given = position ?? fen;
  const line = given === undefined ? head.position : { place: given.place, line: given.value };
  if (line !== null) {
    if (layout !== undefined) throw new RecordError(line.place, 'two_starts');
    const { position: start, assumptions } = positionAt(mode, line);
    // The archive leaves out a score of 0:0.
    head.assumptions.push(...assumptions.filter(({ kind }) => kind !== 'score' || variant === undefined));
    const text = positionText(start);
    const starts = layouts.filter(({ players }) => players === colorsOf(mode).length);
    const same = starts.find(({ rows }) => positionText(startOf(mode, rows)) === text)?.name ?? null;
    const other = known === undefined ? undefined : starts.find(({ name }) => name === layoutSpelling(known.value));
    if (other !== undefined && known !== undefined && !sameMarbles(startOf(mode, other.rows), start)) {
      head.assumptions.push({ kind: 'variant', value: known.value });
    }
    // Other programs have no tag for a layout beside a position.
    const isForeign = (position === undefined && fen !== undefined) || variant !== undefined;
    return { layout: isForeign ? same : null, start };
  }
  const tag = layout ?? known;
  if (tag !== undefined) {
    if (tag === known && tag.value.toLowerCase() === 'custom') throw new RecordError(tag.place, 'no_position');
    return startNamed(mode, layoutSpelling(tag.value), tag.place, layouts);
  }
  return head.layout === null ? null : startNamed(mode, head.layout.name, head.layout.place, layouts);
}

function sameMarbles(one: Position, other: Position): boolean {
  return one.turn === other.turn && one.board.every((color, index) => color === other.board[index]);
}

function positionAt(mode: Mode, { place, line }: { place: Place; line: string }): ReturnType<typeof readAnyPosition> {
  try {
    return readAnyPosition(mode, line);
  } catch (error) {
    if (!(error instanceof PositionError)) throw error;
    throw new RecordError(place, 'position', error.fault);
  }
}

function startNamed(mode: Mode, name: string, place: Place, layouts: readonly LayoutInfo[]): Start {
  const found = layouts.find((layout) => layout.name === name);
  if (found === undefined) throw new RecordError(place, 'layout');
  if (found.players !== colorsOf(mode).length) throw new RecordError(place, 'layout_does_not_fit');
  return { layout: name, start: startOf(mode, found.rows) };
}

/** Reads the moves from the usual layout, or the first other one in which all are legal. */
function assumedStart(reader: TextReader, mode: Mode, layouts: readonly LayoutInfo[]): Start & { readonly body: Body } {
  let fault: RecordError | null = null;
  const fitting = layouts.filter(({ players }) => players === colorsOf(mode).length);
  const usual = fitting.filter(({ name }) => name === USUAL[mode]);
  for (const { name, rows } of [...usual, ...fitting]) {
    const start = startOf(mode, rows);
    const attempt = new TextReader(reader);
    try {
      const body = readBody(attempt, start);
      reader.moveTo(attempt);
      return { layout: name, start, body };
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      if (fault === null || isBefore(fault.place, error.place)) fault = error;
    }
  }
  throw fault ?? new RecordError(reader.place, 'no_start');
}

function isBefore(one: Place, other: Place): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column);
}

/** A position in the tree of moves, and the one before its last turn. */
interface Spot {
  readonly position: Position;
  readonly before: Position | null;
}

function readBody(reader: TextReader, start: Position): Body {
  return new BodyReader(reader, start).read();
}

class BodyReader {
  readonly #reader: TextReader;
  readonly #open: Spot[] = [];
  readonly #body: Body = { steps: [], result: null, far: false, marks: false };
  #spot: Spot;

  constructor(reader: TextReader, start: Position) {
    this.#reader = reader;
    this.#spot = { position: start, before: null };
  }

  read(): Body {
    while (this.#body.result === null) {
      this.#reader.skipSpace();
      const next = this.#reader.peek();
      if (next === null || next === '[') break;
      if (next === '{' || next === ';') this.#comment();
      else if (next === '(') this.#openVariation();
      else if (next === ')') this.#closeVariation();
      else this.#word();
    }
    if (this.#open.length > 0) throw new RecordError(this.#reader.place, 'open_variation');
    this.#commentsOnResult();
    return this.#body;
  }

  #commentsOnResult(): void {
    for (;;) {
      const before = new TextReader(this.#reader);
      this.#reader.skipSpace();
      const next = this.#reader.peek();
      if (next !== '{' && next !== ';') {
        this.#reader.moveTo(before);
        return;
      }
      this.#comment();
    }
  }

  #comment(): void {
    const text = readComment(this.#reader);
    if (text !== null) this.#body.steps.push({ kind: 'comment', text });
  }

  #openVariation(): void {
    const { before } = this.#spot;
    if (before === null) throw new RecordError(this.#reader.place, 'early_variation');
    this.#reader.next();
    this.#open.push(this.#spot);
    this.#spot = { position: before, before: null };
    this.#body.steps.push({ kind: 'open' });
  }

  #closeVariation(): void {
    const spot = this.#open.pop();
    if (spot === undefined) throw new RecordError(this.#reader.place, 'close_variation');
    this.#spot = spot;
    this.#reader.next();
    this.#body.steps.push({ kind: 'close' });
  }

  /** Reads a word: move numbers, moves with marks, a pass, a result; several of them without spaces between. */
  #word(): void {
    const { place } = this.#reader;
    const word = this.#reader.takeWhile(/[^\p{White_Space}{()[;]/u);
    if (this.#result(word)) return;
    if (/^\$[0-9]*$|^[!?]*$/.test(word)) {
      this.#body.marks = true;
      return;
    }
    for (let rest = word; rest !== ''; ) {
      const at = { ...place, column: place.column + [...word].length - [...rest].length };
      const unnumbered = withoutNumber(rest);
      if (unnumbered === '') return;
      const text = firstMove(unnumbered);
      this.#turn(at, text);
      const after = unnumbered.slice(text.length);
      const marks = after.replace(/^[!?]+/, '');
      this.#body.marks ||= marks.length < after.length;
      rest = marks.replace(/^,+/, '');
      if (this.#open.length === 0 && this.#result(rest)) return;
    }
  }

  #result(word: string): boolean {
    const token = readResult(word);
    if (token !== null && this.#open.length === 0) this.#body.result = token;
    return token !== null;
  }

  #turn(place: Place, text: string): void {
    const { position } = this.#spot;
    if (text === PASS) {
      if (position.mode === 'two') throw new RecordError(place, 'pass_of_two');
      this.#spot = { position: passTurn(position), before: position };
      this.#body.steps.push({ kind: 'turn', turn: null });
      return;
    }
    const plain = text.replaceAll('-', '');
    const far = farMove(position, plain);
    this.#body.far ||= far !== null;
    const move = far ?? readMove(position, plain);
    if (isIllegal(move)) throw new RecordError(place, move.reason);
    this.#spot = { position: play(position, move), before: position };
    this.#body.steps.push({ kind: 'turn', turn: move });
  }
}

/** The text without a leading move number: digits, points. */
function withoutNumber(text: string): string {
  return text.replace(/^[0-9]*/, '').replace(/^[.…]*/, '');
}

/** The first move of a word: two or three cells, perhaps with hyphens between, or a pass. Everything else is taken whole. */
function firstMove(word: string): string {
  const found = /^--|^[A-I][1-9](?:-?[A-I][1-9]){1,2}(?=$|[0-9!?,*½])/i.exec(word);
  return found?.[0] ?? word;
}

/** Adds the result after the moves as a tag, or a note if the tag has another one. */
function addResult(tags: Tag[], token: ResultToken, place: Place, assumptions: Assumption[]): void {
  const known = tags.find(({ name }) => name === 'Result');
  if (known === undefined) {
    tags.push({ name: 'Result', value: token, place });
    return;
  }
  const words: Readonly<Record<string, ResultToken>> = { black: '1-0', white: '0-1', draw: '1/2-1/2' };
  const said = words[known.value] ?? readResult(known.value);
  if (said !== token) assumptions.push({ kind: 'result_token', value: token });
}

/** Takes a comment, in braces or from `;` to the end of the line; `null` if none comes next. Backslashes stay. */
function readComment(reader: TextReader): string | null {
  const { place } = reader;
  if (reader.take(';')) return reader.takeLine().trim();
  if (!reader.take('{')) return null;
  let text = '';
  for (;;) {
    const next = reader.next();
    if (next === '}') return text.trim();
    if (next === null) throw new RecordError(place, 'open_comment');
    text += next;
    const following = reader.peek();
    if (next === '\\' && (following === '}' || following === '\\')) text += reader.next() ?? '';
  }
}

function readTag(reader: TextReader): Tag {
  const { place } = reader;
  expect(reader, '[', 'expected_bracket');
  const name = reader.takeWhile(/[A-Za-z0-9_]/);
  reader.takeWhile(/ /);
  expect(reader, '"', 'expected_quotation_mark');
  const value = readValue(reader);
  expect(reader, ']', 'expected_bracket');
  return { name, value, place };
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

function expect(reader: TextReader, wanted: string, fault: RecordFault): void {
  const { place } = reader;
  if (reader.next() !== wanted) throw new RecordError(place, fault);
}
