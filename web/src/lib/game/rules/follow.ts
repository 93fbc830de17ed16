import { cellNamed } from './cell';
import { isIllegal } from './illegal';
import type { Move } from './move';
import { readMove } from './notation';
import { passTurnTo, play } from './play';
import { colorAt, type Position } from './position';

/** A line of moves from a position on. */
export interface Line {
  /** The position before each move, with the turn at its player, and the position after the last. */
  readonly positions: readonly Position[];
  readonly moves: readonly Move[];
}

/**
 * Follows a game from its start, as far as its moves can be played. The moves do not say who was passed over; a move starts
 * with a marble of the mover's own, and that says whose it was.
 */
export function follow(start: Position, texts: readonly string[]): Line {
  const positions: Position[] = [];
  const moves: Move[] = [];
  let position = start;
  for (const text of texts) {
    const first = cellNamed(text.slice(0, 2));
    const mover = first === null ? null : colorAt(position, first);
    const before = mover === null ? position : passTurnTo(position, mover);
    const move = readMove(before, text);
    if (isIllegal(move)) break;
    positions.push(before);
    moves.push(move);
    position = play(before, move);
  }
  return { positions: [...positions, position], moves };
}
