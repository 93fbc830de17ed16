import { attemptInLine, attemptSideStep } from './attempt';
import { cellNamed, type Cell } from './cell';
import { cellsBetween, parallel, step, way } from './direction';
import { illegal, isIllegal, type Fault, type Illegal } from './illegal';
import type { Move } from './move';
import { winner, type Position } from './position';
import { LONGEST_ROW, rowBetween } from './row';

/** The move in Aba-Pro notation: `a1b2` in line, `c6c7d6` sideways. */
export function moveText({ kind, row, direction }: Move): string {
  const [first] = row;
  const last = row.at(-1);
  const target = first === undefined ? null : step(first, direction);
  if (first === undefined || last === undefined || target === null) throw new Error('a move has marbles and a target');
  return kind === 'in-line' ? first.name + target.name : first.name + last.name + target.name;
}

/**
 * Reads a move and checks that it is legal: in line the trailing marble's cell and the cell it moves to, sideways the two
 * ends of the row and the cell that the end named first moves to. Capital letters, white space around it and a move number
 * in front (`12.`) do not matter.
 */
export function readMove(position: Position, text: string): Move | Illegal {
  const cells = readCells(text);
  const [first, second, target] = cells ?? [];
  if (first === undefined || second === undefined) return illegal('not_a_move');
  return target === undefined ? readInLine(position, first, second) : readSideStep(position, first, second, target);
}

/** The reason why the text cannot be played; `null` if it can. */
export function whyIllegal(position: Position, text: string): Fault | null {
  const tried = readMove(position, text);
  return isIllegal(tried) ? tried.reason : null;
}

/** Two or three cells, or `null` when the text is no move. */
function readCells(text: string): Cell[] | null {
  const trimmed = text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
  const unnumbered = trimmed.replace(/^[0-9]+\.+\p{White_Space}*/u, '');
  if (!/^(?:.{4}|.{6})$/su.test(unnumbered)) return null;
  const cells = (unnumbered.match(/.{2}/gsu) ?? []).map(cellNamed);
  return cells.every((cell) => cell !== null) ? cells : null;
}

function readInLine(position: Position, trailing: Cell, to: Cell): Move | Illegal {
  const route = way(trailing, to);
  if (route?.distance !== 1) return illegal('too_far');
  if (winner(position) !== null) return illegal('game_over');
  return attemptInLine(position, trailing, route.direction);
}

function readSideStep(position: Position, end: Cell, other: Cell, to: Cell): Move | Illegal {
  const length = cellsBetween(end, other)?.length;
  if (length === undefined) return illegal('not_a_line');
  if (length > LONGEST_ROW) return illegal('too_many');
  const along = way(end, other);
  const route = way(end, to);
  if (route?.distance !== 1) return illegal('too_far');
  if (along !== null && parallel(along.direction, route.direction)) return illegal('along_the_row');
  // The first end has its target; so has a row between two ends that have theirs.
  const row = rowBetween(end, other);
  if (row === null || step(other, route.direction) === null) return illegal('over_the_edge', other);
  if (winner(position) !== null) return illegal('game_over');
  return attemptSideStep(position, row, route.direction);
}
