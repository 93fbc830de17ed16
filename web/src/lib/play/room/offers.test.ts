import { describe, expect, it } from 'vitest';
import type { Mode, Offer } from '$lib/base/protocol/types';
import { awaited, concerns } from './offers';
import { emptySeats } from './seats';

function waitedFor(mode: Mode, what: Offer, agreed: number[], out: number[] = []): number[] {
  const seats = emptySeats(mode).map((seat) => ({ ...seat, out: out.includes(seat.seat) }));
  return awaited({ what, by: agreed[0] ?? 0, agreed }, seats).map(({ seat }) => seat);
}

describe('an offer', () => {
  it('of a draw waits for all players who are not out', () => {
    expect(waitedFor('two', 'draw', [1])).toEqual([0]);
    expect(waitedFor('four', 'draw', [1, 2])).toEqual([0, 3]);
    expect(waitedFor('three', 'draw', [0], [2])).toEqual([1]);
  });

  it('of a takeback waits for the opponents', () => {
    expect(waitedFor('four', 'takeback', [0])).toEqual([1, 3]);
    expect(waitedFor('three', 'takeback', [1], [0])).toEqual([2]);
  });

  it('of a resignation waits for the partner, and concerns only that side', () => {
    expect(waitedFor('four', 'resignation', [1])).toEqual([3]);
    const offer = { what: 'resignation' as const, by: 1, agreed: [1] };
    expect([0, 1, 2, 3].map((seat) => concerns(offer, emptySeats('four'), seat))).toEqual([false, true, false, true]);
  });

  it('of a rematch waits for all players, including eliminated players', () => {
    expect(waitedFor('three', 'rematch', [0], [2])).toEqual([1, 2]);
  });
});
