import { attemptInLine, attemptSideStep } from './attempt';
import { CELLS } from './cell';
import { DIRECTIONS } from './direction';
import { isIllegal, type Illegal } from './illegal';
import type { Move } from './move';
import { colorAt, winner, type Position } from './position';
import { rowsFrom } from './row';

/** Every legal move; none when the game is decided or whoever is to move is stuck. */
export function legalMoves(position: Position): readonly Move[] {
  const moves: Move[] = [];
  if (winner(position) !== null) return moves;
  const keep = (tried: Move | Illegal): void => {
    if (!isIllegal(tried)) moves.push(tried);
  };
  for (const cell of CELLS) {
    if (colorAt(position, cell) !== position.turn) continue;
    for (const direction of DIRECTIONS) keep(attemptInLine(position, cell, direction));
    for (const row of rowsFrom(cell)) {
      if (!row.cells.every((each) => colorAt(position, each) === position.turn)) continue;
      for (const direction of row.sideways) keep(attemptSideStep(position, row, direction));
    }
  }
  return moves;
}

export function hasLegalMove(position: Position): boolean {
  return legalMoves(position).length > 0;
}
