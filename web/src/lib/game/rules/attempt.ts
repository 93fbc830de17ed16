import type { Color } from '$lib/base/protocol/types';
import type { Cell } from './cell';
import { step, type Direction } from './direction';
import { illegal, type Illegal } from './illegal';
import { partnerColor } from './mode';
import { inLineMove, sideStepMove, type Move } from './move';
import type { Position } from './position';
import { LONGEST_ROW, type Row } from './row';

/**
 * The in-line move of the marble on `trailing`, or why there is none. Whether the game is decided is not asked.
 *
 * The trailing marble is the mover's own; it and at most two friends ahead meet a free cell, or fewer opposing marbles with
 * a free cell or the edge behind them.
 */
export function attemptInLine({ board, turn, mode }: Position, trailing: Cell, direction: Direction): Move | Illegal {
  const partner = partnerColor(mode, turn);
  const color = board[trailing.index] ?? null;
  if (color === null) return illegal('empty_cell', trailing);
  if (color !== turn) return illegal(color === partner ? 'trailing_not_yours' : 'not_yours', trailing);

  let own = 1;
  let front = trailing;
  let ahead = step(front, direction);
  let facing: Color | null = null;
  for (; ahead !== null; ahead = step(ahead, direction)) {
    facing = board[ahead.index] ?? null;
    if (facing === null) return own > LONGEST_ROW ? illegal('too_many') : inLineMove(trailing, direction, own, 0);
    if (facing !== turn && facing !== partner) break;
    own += 1;
    front = ahead;
  }
  if (own > LONGEST_ROW) return illegal('too_many');
  if (ahead === null) return illegal('over_the_edge', front);

  let opposing = 0;
  for (; ahead !== null; ahead = step(ahead, direction)) {
    facing = board[ahead.index] ?? null;
    if (facing === null || facing === turn || facing === partner) break;
    opposing += 1;
    // Further marbles of the line do not count: three against four is a pac like three against three.
    if (opposing === LONGEST_ROW) break;
  }
  if (opposing >= own) return illegal(opposing === own ? 'pac' : 'outnumbered');
  if (ahead !== null && facing !== null) return illegal('blocked_behind', ahead);
  return inLineMove(trailing, direction, own, opposing);
}

/**
 * The side-step of a row, or why there is none. Whether the game is decided is not asked.
 *
 * Every marble of the row is the mover's own and has a free cell next to it.
 */
export function attemptSideStep({ board, turn, mode }: Position, row: Row, direction: Direction): Move | Illegal {
  const { cells } = row;
  for (const cell of cells) {
    const color = board[cell.index] ?? null;
    if (color === turn) continue;
    if (color === null) return illegal(cell === cells[0] || cell === cells.at(-1) ? 'empty_cell' : 'gap', cell);
    return illegal(color === partnerColor(mode, turn) ? 'partner_in_side_step' : 'not_yours', cell);
  }
  for (const cell of cells) {
    const target = step(cell, direction);
    if (target === null) return illegal('over_the_edge', cell);
    if ((board[target.index] ?? null) !== null) return illegal('occupied', target);
  }
  return sideStepMove(row, direction);
}
