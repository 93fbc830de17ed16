import type { Assumption, Mode } from '$lib/base/protocol/types';
import { cellNamed, type Cell } from './cell';
import { DIRECTIONS, step, way, type Direction } from './direction';
import { isIllegal } from './illegal';
import { sidesOf } from './mode';
import type { Move } from './move';
import { readMove } from './notation';
import type { Position } from './position';
import { PositionError, positionText, readPosition } from './position-text';

/**
 * Spellings of other programs, as `crates/rules/src/dialect.rs` reads and writes them: PlayStrategy's moves and positions, the
 * positions of the archive Abalassembly (APGN), names of layouts, results.
 */

const LAYOUT_NAMES: Readonly<Record<string, string>> = {
  belgian: 'belgian_daisy',
  german: 'german_daisy',
  dutch: 'dutch_daisy',
  swiss: 'swiss_daisy',
  centrifugeuse: 'centrifuge',
  alien_attack: 'alien',
  classic: 'standard',
  classical: 'standard',
  wall: 'the_wall',
};

const EDGES = /^[\p{White_Space}!-/:-@[-`{-~]+|[\p{White_Space}!-/:-@[-`{-~]+$/gu;

/** The own spelling of a layout's name. */
export function layoutSpelling(text: string): string {
  const name = text.replace(EDGES, '').replace(/[ -]/g, '_').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return LAYOUT_NAMES[name] ?? name;
}

/** A result as other programs write it: `1-0` if the player who begins, Black, has won. */
export type ResultToken = '1-0' | '0-1' | '1/2-1/2' | '*';

const RESULTS: readonly ResultToken[] = ['1-0', '0-1', '1/2-1/2', '*'];

export function readResult(text: string): ResultToken | null {
  const plain = text.replace(/[–—]/g, '-').replace(/½/g, '1/2');
  return RESULTS.find((token) => token === plain) ?? null;
}

/**
 * Reads a position in any known spelling: the own line, with or without its counts; rows alone; the archive's `ROWS-5b4w TURN`,
 * which counts the marbles that each colour has lost; PlayStrategy's `ROWS SCORE SCORE TURN QUIET ROUND`.
 *
 * @throws {PositionError} with the first fault
 */
export function readAnyPosition(mode: Mode, text: string): { position: Position; assumptions: Assumption[] } {
  const [rows = '', ...rest] = text.split(/[ \t\n\f\r]+/).filter((field) => field !== '');
  const assumptions: Assumption[] = [];
  if (rows === '') throw new PositionError({ kind: 'missing', field: 'rows' });
  if (mode === 'two' && /s/i.test(rows)) return fromPlaystrategy(rows, rest);
  const [plain = '', lost] = splitOnce(rows, '-');
  const [turn, counts, quiet = '0', ply = '0', ...more] = rest;
  if (turn === undefined) assumptions.push({ kind: 'turn' });
  if (more.length > 0 || (lost !== undefined && counts !== undefined)) throw new PositionError({ kind: 'too_long' });
  if (lost === undefined && counts === undefined) assumptions.push({ kind: 'score' });
  const captured = lost === undefined ? (counts ?? noScore(mode)) : capturedFrom(lost);
  return { position: readPosition(mode, [plain, turn ?? 'b', captured, quiet, ply].join(' ')), assumptions };
}

function fromPlaystrategy(rows: string, rest: readonly string[]): { position: Position; assumptions: Assumption[] } {
  const letters: Readonly<Record<string, string>> = { S: 'b', s: 'w', b: '?', w: '?' };
  const own = rows.replace(/[Ssbw]/g, (letter) => letters[letter] ?? letter);
  const [black, white, turn, quiet = '0', round = '0'] = rest;
  const assumptions: Assumption[] = [];
  if (black === undefined) assumptions.push({ kind: 'score' });
  else if (white === undefined) throw new PositionError({ kind: 'captured' });
  if (turn === undefined) assumptions.push({ kind: 'turn' });
  if (!/^\d+$/.test(round)) throw new PositionError({ kind: 'plies', field: 'ply' });
  const letter = (turn ?? 'b').toLowerCase();
  const ply = Math.max(Number(round) - 1, 0) * 2 + (letter === 'w' ? 1 : 0);
  const line = [own, letter, `${black ?? 0},${white ?? 0}`, quiet, String(ply)].join(' ');
  return { position: readPosition('two', line), assumptions };
}

function noScore(mode: Mode): string {
  return Array.from({ length: sidesOf(mode) }, () => '0').join(',');
}

/** The marbles that Black and White have lost, `5b4w`, as those that each has pushed out. */
function capturedFrom(lost: string): string {
  const [, black, white] = /^(\d+)b(\d+)w$/.exec(lost) ?? [];
  if (black === undefined || white === undefined) throw new PositionError({ kind: 'captured' });
  return `${white},${black}`;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The position of two players as PlayStrategy writes it; `null` for more players. */
export function toPlaystrategy(position: Position): string | null {
  if (position.mode !== 'two') return null;
  const [rows = ''] = positionText(position).split(' ');
  const stones = rows.replace(/b/g, 'S').replace(/w/g, 's');
  const { captured, turn, quietPlies, ply } = position;
  return [stones, ...captured, turn.charAt(0), quietPlies, Math.floor(ply / 2) + 1].join(' ');
}

/** The position of two players as the archive writes it; `null` for more players. */
export function toApgn(position: Position): string | null {
  if (position.mode !== 'two') return null;
  const [rows = ''] = positionText(position).split(' ');
  const [black = 0, white = 0] = position.captured;
  const lost = black === 0 && white === 0 ? '' : `-${white}b${black}w`;
  return `${rows}${lost} ${position.turn.charAt(0)}`;
}

/**
 * The move as PlayStrategy writes it: in line the trailing marble's cell and the cell that the foremost of all moved marbles
 * enters, or leaves over the edge; sideways the cell of one end and the target of the other end, whichever pair lies farther apart.
 */
export function playstrategyMove({ kind, row, cells, direction, ejected }: Move): string {
  const [first] = row;
  const last = row.at(-1);
  if (first === undefined || last === undefined) throw new Error('a move has marbles');
  if (kind === 'in-line') return first.name + (target(cells.at(-1) ?? first, ejected === null ? direction : null)?.name ?? '');
  const axis = way(first, last)?.direction;
  const isNear = axis !== undefined && isSixtyDegrees(axis, direction);
  const [near, far] = isNear ? [first, last] : [last, first];
  return near.name + (target(far, direction)?.name ?? '');
}

function target(cell: Cell, direction: Direction | null): Cell | null {
  return direction === null ? cell : step(cell, direction);
}

/**
 * Reads a move of two cells that are not neighbours, as PlayStrategy and the notation Nacre write it; Nacre names the cell that
 * the foremost own marble enters.
 *
 * @returns `null` if no legal move has this name
 */
export function farMove(position: Position, text: string): Move | null {
  const [from, to] = [text.slice(0, 2), text.slice(2)].map(cellNamed);
  if (text.length !== 4 || from === undefined || from === null || to === undefined || to === null || from === to) return null;
  const route = way(from, to);
  if (route?.distance === 1) return null;
  if (route !== null) {
    const next = step(from, route.direction);
    const move = next === null ? null : legal(position, from.name + next.name);
    if (move === null) return null;
    const last = move.ejected === null ? move.cells.length : move.cells.length - 1;
    return route.distance === move.row.length || route.distance === last ? move : null;
  }
  for (const axis of DIRECTIONS) {
    for (const turns of [1, 5]) {
      const direction = DIRECTIONS[(axis.index + turns) % DIRECTIONS.length];
      for (const length of [2, 3]) {
        const other = along(from, axis, length - 1);
        const entered = direction === undefined ? null : step(from, direction);
        if (other === null || direction === undefined || entered === null || step(other, direction) !== to) continue;
        const move = legal(position, from.name + other.name + entered.name);
        if (move !== null) return move;
      }
    }
  }
  return null;
}

function legal(position: Position, text: string): Move | null {
  const move = readMove(position, text);
  return isIllegal(move) ? null : move;
}

function along(from: Cell, direction: Direction, steps: number): Cell | null {
  let cell: Cell | null = from;
  for (let done = 0; done < steps && cell !== null; done += 1) cell = step(cell, direction);
  return cell;
}

function isSixtyDegrees(axis: Direction, direction: Direction): boolean {
  return [1, 5].includes((direction.index - axis.index + DIRECTIONS.length) % DIRECTIONS.length);
}
