import { describe, expect, it } from 'vitest';
import { legalMoves } from './legal';
import { turnOrder } from './mode';
import { play } from './play';
import type { Position } from './position';
import { startOf } from './position-text';
import { layoutRows, PERFT } from './reference/read';

/** As deep as the server's tests go. */
const MOST_SEQUENCES = 1_000_000;

/** On a machine that does much else. */
const MOST_MILLISECONDS = 60_000;

/** The number of sequences of exactly `depth` plies. The last ply is counted, not played. */
function perft(position: Position, depth: number): number {
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + perft(play(position, move), depth - 1), 0);
}

describe('the number of sequences of moves', () => {
  it('is known for every layout', () => {
    expect(new Set(PERFT.map(({ layout }) => layout)).size).toBe(22);
  });

  it.each(PERFT)('is the known one from $layout, $mode', { timeout: MOST_MILLISECONDS }, ({ layout, mode, turn_order, perft: counts }) => {
    expect(turnOrder(mode)).toEqual(turn_order);
    const start = startOf(mode, layoutRows(layout));
    const few = counts.filter((count) => count <= MOST_SEQUENCES);
    expect(few.map((_, index) => perft(start, index + 1))).toEqual(few);
  });
});
