import { describe, expect, it } from 'vitest';
import type { Mode, Seat } from '$lib/base/protocol/types';
import { claimsOf } from './claim';
import { emptySeats } from './seats';

/** Returns seats. Players in `away` are absent, each with the moment from which opponents can claim. */
function table(mode: Mode, away: Readonly<Record<number, number>>, out: readonly number[] = []): Seat[] {
  return emptySeats(mode).map((seat) => ({
    ...seat,
    connected: !(seat.seat in away),
    claimable_at: away[seat.seat] ?? null,
    out: out.includes(seat.seat),
  }));
}

function claims(mode: Mode, seats: Seat[], turn: number, own = 0): { winAt: number; drawAt: number | null } | null {
  const player = seats[own];
  if (player === undefined) throw new Error('the seat does not exist');
  const found = claimsOf(mode, seats, turn, player);
  return found === null ? null : { winAt: found.winAt, drawAt: found.drawAt };
}

describe('a claim', () => {
  it('is impossible while all opponents are present', () => {
    expect(claims('two', table('two', {}), 0)).toBeNull();
    expect(claims('two', table('two', { 0: 50 }), 0)).toBeNull();
  });

  it('between two players is a win or a draw from the same moment, on either player’s turn', () => {
    expect(claims('two', table('two', { 1: 50 }), 0)).toEqual({ winAt: 50, drawAt: 50 });
    expect(claims('two', table('two', { 1: 50 }), 1)).toEqual({ winAt: 50, drawAt: 50 });
  });

  it('ignores a computer, even if the server reports it as away', () => {
    const computer = { id: 'c3', name: 'Computer 3', guest: false, computer: 3 };
    const seats = table('three', { 1: 50, 2: 40 }).map((seat) => (seat.seat === 2 ? { ...seat, player: computer } : seat));
    expect(claims('three', seats, 0)).toEqual({ winAt: 50, drawAt: null });
    expect(claims('two', table('two', { 1: 50 }).map((seat) => ({ ...seat, player: computer })), 0)).toBeNull();
  });

  it('among three players is a win if an opponent is away, and a draw if all opponents are away', () => {
    expect(claims('three', table('three', { 1: 50 }), 0)).toEqual({ winAt: 50, drawAt: null });
    expect(claims('three', table('three', { 1: 50, 2: 40 }), 0)).toEqual({ winAt: 40, drawAt: 50 });
    expect(claims('three', table('three', { 1: 50 }, [2]), 0)).toEqual({ winAt: 50, drawAt: 50 });
    expect(claims('three', table('three', { 1: 50 }, [0]), 1)).toBeNull();
  });

  it('among four players needs both opponents, or the opponent to move, to be away', () => {
    expect(claims('four', table('four', { 1: 50 }), 0)).toBeNull();
    expect(claims('four', table('four', { 1: 50 }), 1)).toEqual({ winAt: 50, drawAt: null });
    expect(claims('four', table('four', { 1: 50, 3: 70 }), 0)).toEqual({ winAt: 70, drawAt: 70 });
    expect(claims('four', table('four', { 1: 50, 3: 70 }), 1)).toEqual({ winAt: 50, drawAt: 70 });
    expect(claims('four', table('four', { 2: 50 }), 2)).toBeNull();
  });
});
