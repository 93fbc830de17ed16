import { describe, expect, it } from 'vitest';
import { legalMoves } from './legal';
import { turnOrder } from './mode';
import { play } from './play';
import type { Position } from './position';
import { startOf } from './position-text';
import { layoutRows, PERFT } from './reference/read';

/** The server's tests have the same limit. */
const MAX_SEQUENCES = 1_000_000;

/** Long enough for a busy machine. */
const MAX_MILLISECONDS = 60_000;

/** Returns the number of sequences of exactly `depth` plies. The last ply is counted, not played. */
function perft(position: Position, depth: number): number {
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + perft(play(position, move), depth - 1), 0);
}

describe('the number of move sequences (perft)', () => {
  it('has a reference value for every layout', () => {
    expect(new Set(PERFT.map(({ layout }) => layout)).size).toBe(22);
  });

  it.each(PERFT)('is as expected: $layout, $mode', { timeout: MAX_MILLISECONDS }, ({ layout, mode, turn_order, perft: counts }) => {
    expect(turnOrder(mode)).toEqual(turn_order);
    const start = startOf(mode, layoutRows(layout));
    const few = counts.filter((count) => count <= MAX_SEQUENCES);
    expect(few.map((_, index) => perft(start, index + 1))).toEqual(few);
  });
});
