import { describe, expect, it } from 'vitest';
import type { Mode, Seat } from '$lib/base/protocol/types';
import { claimsOf } from './claim';
import { emptySeats } from './seats';

/** Returns seats. Players in `away` are absent; the one to move has the moment from which opponents can claim. */
function table(mode: Mode, away: Readonly<Record<number, number | null>>, out: readonly number[] = []): Seat[] {
  return emptySeats(mode).map((seat) => ({
    ...seat,
    connected: !(seat.seat in away),
    claimable_at: away[seat.seat] ?? null,
    out: out.includes(seat.seat),
  }));
}

function claims(seats: Seat[], own = 0): { winAt: number; drawAt: number | null } | null {
  const player = seats[own];
  if (player === undefined) throw new Error('the seat does not exist');
  const found = claimsOf(seats, player);
  return found === null ? null : { winAt: found.winAt, drawAt: found.drawAt };
}

describe('a claim', () => {
  it('is impossible while all opponents are present, or none that is away is to move', () => {
    expect(claims(table('two', {}))).toBeNull();
    expect(claims(table('two', { 0: 50 }))).toBeNull();
    expect(claims(table('two', { 1: null }))).toBeNull();
    expect(claims(table('four', { 2: 50 }))).toBeNull();
  });

  it('between two players is a win or a draw from the same moment', () => {
    expect(claims(table('two', { 1: 50 }))).toEqual({ winAt: 50, drawAt: 50 });
  });

  it('ignores a computer, even if the server reports it as away', () => {
    const computer = { id: 'c3', name: 'Computer 3', guest: false, computer: 3 };
    const seats = table('three', { 1: 50, 2: null }).map((seat) => (seat.seat === 2 ? { ...seat, player: computer } : seat));
    expect(claims(seats)).toEqual({ winAt: 50, drawAt: null });
    expect(claims(table('two', { 1: 50 }).map((seat) => ({ ...seat, player: computer })))).toBeNull();
  });

  it('is a draw only if all opponents are away', () => {
    expect(claims(table('three', { 1: 50 }))).toEqual({ winAt: 50, drawAt: null });
    expect(claims(table('three', { 1: 50, 2: null }))).toEqual({ winAt: 50, drawAt: 50 });
    expect(claims(table('three', { 1: 50 }, [2]))).toEqual({ winAt: 50, drawAt: 50 });
    expect(claims(table('three', { 1: 50 }, [0]), 0)).toBeNull();
    expect(claims(table('four', { 1: 50 }))).toEqual({ winAt: 50, drawAt: null });
    expect(claims(table('four', { 1: null, 3: 70 }))).toEqual({ winAt: 70, drawAt: 70 });
  });
});
