import { describe, expect, it } from 'vitest';

import type { MoveTiming } from '$lib/base/protocol/types';

import { chargedMs, leftAfter, takenMs } from './past';

function timing(seat: number, elapsed_ms: number, more: Partial<MoveTiming> = {}): MoveTiming {
  return { seat, elapsed_ms, server_ms: 0, forgiven_ms: 0, free_ms: 0, added_ms: 0, ...more };
}

describe('the clocks after a past move', () => {
  it('are full before the first move', () => {
    expect(leftAfter({ kind: 'sudden_death', initial_ms: 60_000 }, 3, [], 0)).toEqual([60_000, 60_000, 60_000]);
  });

  it('do not exist without a time limit', () => {
    expect(leftAfter({ kind: 'none' }, 2, [timing(0, 5000)], 1)).toBeNull();
  });

  it('lose the charged time of each move, and gain its increment', () => {
    const moves = [
      timing(0, 9000, { server_ms: 500, forgiven_ms: 500, added_ms: 3000 }),
      timing(1, 2000, { added_ms: 3000 }),
      timing(0, 1000, { added_ms: 3000 }),
    ];
    const clock = { kind: 'fischer', initial_ms: 60_000, increment_ms: 3000 } as const;
    expect(leftAfter(clock, 2, moves.slice(0, 1), 1)).toEqual([55_000, 60_000]);
    expect(leftAfter(clock, 2, moves, 1)).toEqual([57_000, 61_000]);
  });

  it('do not lose the free time of a move', () => {
    const clock = { kind: 'delay', initial_ms: 60_000, delay_ms: 3000 } as const;
    expect(leftAfter(clock, 2, [timing(0, 5000, { free_ms: 3000 })], 1)).toEqual([58_000, 60_000]);
  });

  it('show the same time for all players if they share a clock', () => {
    expect(leftAfter({ kind: 'per_game', limit_ms: 60_000 }, 2, [timing(0, 5000), timing(1, 6000)], 0)).toEqual([49_000, 49_000]);
  });

  it('start again with each turn if the limit is per move', () => {
    const clock = { kind: 'per_move', move_ms: 60_000 } as const;
    const moves = [timing(0, 5000), timing(1, 6000), timing(0, 7000)];
    expect(leftAfter(clock, 2, moves, 1)).toEqual([53_000, 60_000]);
    expect(leftAfter(clock, 2, moves, null)).toEqual([53_000, 54_000]);
  });

  it('never go below zero', () => {
    expect(leftAfter({ kind: 'sudden_death', initial_ms: 1000 }, 2, [timing(0, 1400)], 1)).toEqual([0, 1000]);
    expect(chargedMs(timing(0, 100, { forgiven_ms: 140 }))).toBe(0);
    expect(takenMs(timing(0, 12_100, { server_ms: 4_000, forgiven_ms: 100, free_ms: 2_000 }))).toBe(8_000);
  });
});
