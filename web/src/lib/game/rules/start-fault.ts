import type { Color } from '$lib/base/protocol/types';

import { layoutsFor } from './layouts';
import { hasLegalMove } from './legal';
import { colorsOf } from './mode';
import { winner, type Position } from './position';
import { readRows } from './position-text';

/** Reasons why no game can start from a position. */
export type StartFault =
  /** A side has already won. */
  | { readonly kind: 'over' }
  /** The colour has no marble, or more than in a layout. */
  | { readonly kind: 'marbles'; readonly color: Color; readonly count: number; readonly max: number }
  /** The colour to move has no legal move. */
  | { readonly kind: 'no_move'; readonly color: Color };

/** The first reason why no game can start from the position, as the server checks it; `null` if a game can. */
export function startFault(position: Position): StartFault | null {
  if (winner(position) !== null) return { kind: 'over' };
  const [layout] = layoutsFor(position.mode);
  const usual = [...readRows(layout?.rows ?? '').values()];
  for (const color of colorsOf(position.mode)) {
    const count = position.board.filter((each) => each === color).length;
    const max = usual.filter((each) => each === color).length;
    if (count === 0 || count > max) return { kind: 'marbles', color, count, max };
  }
  return hasLegalMove(position) ? null : { kind: 'no_move', color: position.turn };
}
