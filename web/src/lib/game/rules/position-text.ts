import type { Color, Mode } from '$lib/base/protocol/types';
import { CELLS, rowLetter, ROWS_FROM_TOP } from './cell';
import { colorsOf, MARBLES_TO_WIN, sidesOf } from './mode';
import { marblesOn, type Board, type Occupation, type Position } from './position';

const LETTERS: ReadonlyMap<string, Color> = new Map([
  ['b', 'black'],
  ['w', 'white'],
  ['r', 'red'],
  ['y', 'yellow'],
]);

/** The greatest count of plies that a position can hold. */
export const MAX_PLIES = 2 ** 32 - 1;

/** No team has as many: more cannot be read. */
const MAX_CAPTURED = 255;

const FIELDS = ['rows', 'turn', 'captured', 'quiet', 'ply'] as const;

type Field = (typeof FIELDS)[number];

/** Faults of a text that should be a position. */
export type PositionFault =
  | { readonly kind: 'missing'; readonly field: Field }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'row_count'; readonly count: number }
  /** The row has more or fewer cells than the board's. */
  | { readonly kind: 'row_length'; readonly row: string }
  | { readonly kind: 'symbol'; readonly row: string; readonly symbol: string }
  | { readonly kind: 'turn' }
  | { readonly kind: 'captured' }
  | { readonly kind: 'plies'; readonly field: 'quiet' | 'ply' }
  /** A colour that does not take part in the mode has marbles or is to move. */
  | { readonly kind: 'foreign_color'; readonly color: Color }
  /** There is not one count of marbles pushed out for each side. */
  | { readonly kind: 'wrong_sides'; readonly given: number }
  /** A side has pushed out more marbles than end the game. */
  | { readonly kind: 'too_many_captured'; readonly side: number };

/** A text is not a position. The message is for developers; `fault` is for users. */
export class PositionError extends Error {
  override readonly name = 'PositionError';
  readonly fault: PositionFault;

  constructor(fault: PositionFault) {
    super(`not a position: ${JSON.stringify(fault)}`);
    this.fault = fault;
  }
}

/** The marbles of the rows I to A, separated by `/`; digits stand for runs of free cells. */
export function readRows(rows: string): Occupation {
  return marblesOn(readBoard(rows));
}

/**
 * Reads a position's line, `ROWS TURN CAPTURED QUIET PLY`. It does not say which mode it belongs to.
 *
 * @throws {PositionError} with the first fault
 */
export function readPosition(mode: Mode, text: string): Position {
  const fields = text.split(/[ \t\n\f\r]+/).filter((field) => field !== '');
  const missing = FIELDS[fields.length];
  if (missing !== undefined) throw new PositionError({ kind: 'missing', field: missing });
  if (fields.length > FIELDS.length) throw new PositionError({ kind: 'too_long' });
  const [rows = '', letter = '', counts = '', quiet = '', ply = ''] = fields;
  const captured = counts.split(',').map((count) => numberUpTo(MAX_CAPTURED, count, { kind: 'captured' }));
  const board = readBoard(rows);
  const turn = LETTERS.get(letter);
  if (turn === undefined) throw new PositionError({ kind: 'turn' });
  const quietPlies = numberUpTo(MAX_PLIES, quiet, { kind: 'plies', field: 'quiet' });
  const position = {
    mode,
    board,
    turn,
    captured,
    quietPlies,
    ply: numberUpTo(MAX_PLIES, ply, { kind: 'plies', field: 'ply' }),
  };
  check(position);
  return position;
}

/**
 * The start of a game from the rows of a layout: black starts.
 *
 * @throws {PositionError} when the rows are none, or hold marbles of colours that do not take part
 */
export function startOf(mode: Mode, rows: string): Position {
  const captured = Array.from({ length: sidesOf(mode) }, () => 0);
  const start: Position = { mode, board: readBoard(rows), turn: 'black', captured, quietPlies: 0, ply: 0 };
  check(start);
  return start;
}

/** The position as one line of text, which reads as the same position. */
export function positionText({ board, turn, captured, quietPlies, ply }: Position): string {
  return `${rowsText(board)} ${turn.charAt(0)} ${captured.join(',')} ${quietPlies} ${ply}`;
}

/** The rows I to A as they stand at the start of a position's line. */
export function rowsText(board: Board): string {
  return ROWS_FROM_TOP.map((cells) =>
    cells
      .map(({ index }) => board[index]?.charAt(0) ?? ' ')
      .join('')
      .replace(/ +/g, ({ length }) => String(length)),
  ).join('/');
}

function readBoard(text: string): Board {
  const board = Array.from<Color | null>({ length: CELLS.length }).fill(null);
  const rows = text.split('/');
  if (rows.length !== ROWS_FROM_TOP.length) throw new PositionError({ kind: 'row_count', count: rows.length });
  for (const [index, cells] of ROWS_FROM_TOP.entries()) {
    const row = rowLetter(ROWS_FROM_TOP.length - index).toLowerCase();
    let passed = 0;
    for (const symbol of rows[index] ?? '') {
      const color = LETTERS.get(symbol);
      if (color === undefined && !/^[1-9]$/.test(symbol)) throw new PositionError({ kind: 'symbol', row, symbol });
      const cell = cells[passed];
      if (color !== undefined && cell !== undefined) board[cell.index] = color;
      passed += color === undefined ? Number(symbol) : 1;
      if (passed > cells.length) throw new PositionError({ kind: 'row_length', row });
    }
    if (passed < cells.length) throw new PositionError({ kind: 'row_length', row });
  }
  return board;
}

/** A number in plain digits. */
function numberUpTo(max: number, digits: string, fault: PositionFault): number {
  const number = Number(digits);
  if (!/^[0-9]+$/.test(digits) || number > max) throw new PositionError(fault);
  return number;
}

/** The parts can be read; now they must make up a position of the mode. */
function check({ mode, board, turn, captured }: Position): void {
  const colors = colorsOf(mode);
  const foreign = [turn, ...[...LETTERS.values()].filter((color) => board.includes(color))].find(
    (color) => !colors.includes(color),
  );
  if (foreign !== undefined) throw new PositionError({ kind: 'foreign_color', color: foreign });
  if (captured.length !== sidesOf(mode)) throw new PositionError({ kind: 'wrong_sides', given: captured.length });
  const side = captured.findIndex((count) => count > MARBLES_TO_WIN);
  if (side !== -1) throw new PositionError({ kind: 'too_many_captured', side });
}
