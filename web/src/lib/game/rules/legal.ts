import { attemptInLine, attemptSideStep } from './attempt';
import { CELLS } from './cell';
import { DIRECTIONS } from './direction';
import { isIllegal } from './illegal';
import type { Move } from './move';
import { winner, type Position } from './position';
import { rowsFrom } from './row';

/** Every legal move; none when the game is decided or the player to move is stuck. */
export function legalMoves(position: Position): readonly Move[] {
  const { board, turn } = position;
  const moves: Move[] = [];
  if (winner(position) !== null) return moves;
  for (const cell of CELLS) {
    if (board[cell.index] !== turn) continue;
    for (const direction of DIRECTIONS) {
      const tried = attemptInLine(position, cell, direction);
      if (!isIllegal(tried)) moves.push(tried);
    }
    for (const row of rowsFrom(cell)) {
      if (board[row.second.index] !== turn) continue;
      for (const direction of row.sideways) {
        const tried = attemptSideStep(position, row, direction);
        if (!isIllegal(tried)) moves.push(tried);
      }
    }
  }
  return moves;
}

export function hasLegalMove(position: Position): boolean {
  return legalMoves(position).length > 0;
}
