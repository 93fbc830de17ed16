import { describe, expect, it } from 'vitest';

import type { Clock, MoveTiming } from '$lib/base/protocol/types';

import { coursesOf, mostMs, pathOf, standAt } from './clock-graph';

function timing(seat: number, elapsed_ms: number, more: Partial<MoveTiming> = {}): MoveTiming {
  return { seat, elapsed_ms, server_ms: 0, forgiven_ms: 0, free_ms: 0, added_ms: 0, ...more };
}

const FISCHER: Clock = { kind: 'fischer', initial_ms: 60_000, increment_ms: 2000 };

describe('the clock graph', () => {
  it('shows the time left after each move, and does not count uncharged time', () => {
    const [black, white] = coursesOf(
      FISCHER,
      [
        timing(0, 10_000, { server_ms: 1000, forgiven_ms: 500, added_ms: 2000 }),
        timing(1, 20_000, { added_ms: 2000 }),
        timing(0, 50_000, { added_ms: 2000 }),
      ],
      2,
    );
    expect(black?.stands).toEqual([
      { ply: 0, ms: 60_000 },
      { ply: 1, ms: 53_500 },
      { ply: 3, ms: 5500 },
    ]);
    expect(white?.stands.at(-1)).toEqual({ ply: 2, ms: 42_000 });
    if (white === undefined) throw new Error('there are two');
    expect([0, 1, 2, 3].map((ply) => standAt(white, ply))).toEqual([60_000, 60_000, 42_000, 42_000]);
  });

  it('starts each move from the full time if the clock limits each move', () => {
    const [black] = coursesOf({ kind: 'per_move', move_ms: 30_000 }, [timing(0, 10_000), timing(1, 0), timing(0, 5000)], 2);
    expect(black?.stands.map(({ ms }) => ms)).toEqual([30_000, 20_000, 25_000]);
  });

  it('has a single line with a shared clock, and no line without a time limit', () => {
    const timings = [timing(0, 10_000), timing(1, 5000)];
    const shared = coursesOf({ kind: 'per_game', limit_ms: 60_000 }, timings, 2);
    expect(shared).toEqual([
      {
        seat: null,
        stands: [
          { ply: 0, ms: 60_000 },
          { ply: 1, ms: 50_000 },
          { ply: 2, ms: 45_000 },
        ],
      },
    ]);
    expect(coursesOf({ kind: 'none' }, timings, 2)).toEqual([]);
  });

  it('does not count the free delay', () => {
    const clock: Clock = { kind: 'delay', initial_ms: 60_000, delay_ms: 3000 };
    const [black] = coursesOf(clock, [timing(0, 10_000, { free_ms: 3000 })], 2);
    expect(black?.stands.at(-1)?.ms).toBe(53_000);
  });

  it('draws a line from left to right up to the last ply', () => {
    const courses = coursesOf(FISCHER, [timing(0, 30_000)], 2);
    expect(mostMs(courses)).toBe(60_000);
    const [black] = courses;
    if (black === undefined) throw new Error('there is one');
    expect(pathOf(black, 4, 60_000, 400, 100)).toBe('M0.00 0.00L100.00 50.00L400.00 50.00');
    expect(pathOf(black, 0, 60_000, 400, 100)).toContain('M0.00 0.00');
  });
});
