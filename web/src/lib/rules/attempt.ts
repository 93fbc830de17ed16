import type { Color } from '$lib/protocol/types';
import type { Cell } from './cell';
import { step, type Direction } from './direction';
import { illegal, type Illegal } from './illegal';
import { partnerColor } from './mode';
import { inLineMove, sideStepMove, type Move } from './move';
import { colorAt, type Position } from './position';
import { LONGEST_ROW, type Row } from './row';

/**
 * The in-line move of the marble on `trailing`, or why there is none. Whether the game is decided is not asked.
 *
 * The trailing marble is the mover's own; it and at most two friends ahead meet a free cell, or fewer opposing marbles with
 * a free cell or the edge behind them.
 */
export function attemptInLine(position: Position, trailing: Cell, direction: Direction): Move | Illegal {
  const { turn } = position;
  const partner = partnerColor(position.mode, turn);
  const color = colorAt(position, trailing);
  if (color === null) return illegal('empty_cell', trailing);
  if (color !== turn) return illegal(color === partner ? 'trailing_not_yours' : 'not_yours', trailing);

  let own = 1;
  let front = trailing;
  let ahead = step(front, direction);
  for (; ahead !== null && isFriend(colorAt(position, ahead), turn, partner); ahead = step(ahead, direction)) {
    own += 1;
    front = ahead;
    if (own > LONGEST_ROW) return illegal('too_many');
  }
  if (ahead === null) return illegal('over_the_edge', front);
  if (colorAt(position, ahead) === null) return inLineMove(trailing, direction, own, 0);

  let opposing = 0;
  // Further marbles of the line do not count: three against four is a pac like three against three.
  while (ahead !== null && opposing < LONGEST_ROW && isOpponent(colorAt(position, ahead), turn, partner)) {
    opposing += 1;
    ahead = step(ahead, direction);
  }
  if (opposing >= own) return illegal(opposing === own ? 'pac' : 'outnumbered');
  if (ahead !== null && colorAt(position, ahead) !== null) return illegal('blocked_behind', ahead);
  return inLineMove(trailing, direction, own, opposing);
}

/**
 * The side-step of a row, or why there is none. Whether the game is decided is not asked.
 *
 * Every marble of the row is the mover's own and has a free cell beside it. The cells beside the row must be on the board.
 */
export function attemptSideStep(position: Position, row: Row, direction: Direction): Move | Illegal {
  const { cells } = row;
  for (const cell of cells) {
    const color = colorAt(position, cell);
    if (color === position.turn) continue;
    if (color === null) return illegal(cell === cells[0] || cell === cells.at(-1) ? 'empty_cell' : 'gap', cell);
    const isPartner = color === partnerColor(position.mode, position.turn);
    return illegal(isPartner ? 'partner_in_side_step' : 'not_yours', cell);
  }
  let taken: Cell | null = null;
  for (const cell of cells) {
    const target = step(cell, direction);
    if (target === null) return illegal('over_the_edge', cell);
    // The row's cells and their targets are in the same order: the first that is taken is told.
    if (taken === null && colorAt(position, target) !== null) taken = target;
  }
  return taken === null ? sideStepMove(row, direction) : illegal('occupied', taken);
}

function isFriend(color: Color | null, turn: Color, partner: Color | null): boolean {
  return color === turn || (color !== null && color === partner);
}

function isOpponent(color: Color | null, turn: Color, partner: Color | null): boolean {
  return color !== null && color !== turn && color !== partner;
}
