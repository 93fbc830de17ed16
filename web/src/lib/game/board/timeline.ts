import { follow } from '$lib/game/rules/follow';
import { sideOfColor } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import type { Position } from '$lib/game/rules/position';

import { marblesAt, moved, type Marble } from './marble';

/** A game after this many plies. */
export interface Moment {
  readonly position: Position;
  /** The marbles, each of them the same one all through the game. */
  readonly marbles: readonly Marble[];
  /** The move that led there; `null` at the start. */
  readonly move: Move | null;
}

/** A game at every ply: the start first, then one entry a move. */
export type Timeline = readonly Moment[];

/**
 * Follows the moves from the start.
 *
 * @param texts the moves in Aba-Pro notation
 * @returns an entry for the start, and for each legal move
 */
export function timeline(start: Position, texts: readonly string[]): Timeline {
  const { positions, moves } = follow(start, texts);
  const moments: Moment[] = [];
  let marbles = marblesAt(start);
  for (const [ply, position] of positions.entries()) {
    const move = moves[ply - 1] ?? null;
    const mover = positions[ply - 1]?.turn;
    if (move !== null && mover !== undefined) marbles = moved(marbles, move, sideOfColor(position.mode, mover));
    moments.push({ position, marbles, move });
  }
  return moments;
}

/** Whether the same marbles lie on the same cells. The server's position is authoritative; a timeline only leads to it. */
export function agrees({ position }: Moment, known: Position): boolean {
  return position.board.every((color, index) => color === known.board[index]);
}
