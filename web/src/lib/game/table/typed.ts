import { isIllegal, type Fault } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import { readMove } from '$lib/game/rules/notation';
import type { Position } from '$lib/game/rules/position';

/** The typed part of a move. */
export interface Typed {
  /** The move, if it is legal. */
  readonly move: Move | null;
  /** The fault; `null` while it is legal, or may still become a move. */
  readonly why: Fault | null;
}

const NUMBER = /^\s*(\d+\.+\s*)?/;
/** The start of a move, of up to three cells. */
const BEGINNING = /^(?:[a-i][1-9]){0,2}(?:[a-i][1-9]?)?$/i;
const CELL = 2;

export function readTyped(position: Position, text: string): Typed {
  const tried = readMove(position, text);
  if (!isIllegal(tried)) return { move: tried, why: null };
  const move = text.replace(NUMBER, '').trimEnd();
  const cells = move.length / CELL;
  // Two cells that are no move in line may be the ends of a row.
  const unfinished = cells < 2 || cells === 2.5 || (cells === 2 && tried.reason === 'too_far');
  return { move: null, why: unfinished && BEGINNING.test(move) ? null : tried.reason };
}
