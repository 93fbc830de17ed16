import { cellNamed } from '$lib/rules/cell';
import { isIllegal } from '$lib/rules/illegal';
import { sideOfColor } from '$lib/rules/mode';
import type { Move } from '$lib/rules/move';
import { readMove } from '$lib/rules/notation';
import { passTurnTo, play } from '$lib/rules/play';
import { colorAt, type Position } from '$lib/rules/position';

import { marblesAt, moved, type Marble } from './marble';

/** A game after so many plies. */
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
 * Follows the moves from the start. A move belongs to whoever owns its first marble: somebody can have been passed over.
 *
 * @returns as many entries as moves that are legal, and one
 */
export function timeline(start: Position, moves: readonly string[]): Timeline {
  const moments: Moment[] = [{ position: start, marbles: marblesAt(start), move: null }];
  for (const text of moves) {
    const last = moments.at(-1);
    const next = last === undefined ? null : after(last, text);
    if (next === null) break;
    moments.push(next);
  }
  return moments;
}

function after({ position, marbles }: Moment, text: string): Moment | null {
  const cell = cellNamed(text.slice(0, 2));
  const color = cell === null ? null : colorAt(position, cell);
  if (color === null) return null;
  const turned = passTurnTo(position, color);
  const move = readMove(turned, text);
  if (isIllegal(move)) return null;
  return { position: play(turned, move), marbles: moved(marbles, move, sideOfColor(position.mode, color)), move };
}

/** Whether the same marbles lie on the same cells. The server's position is the truth, a timeline only a way to it. */
export function agrees({ position }: Moment, known: Position): boolean {
  return position.board.every((color, index) => color === known.board[index]);
}
