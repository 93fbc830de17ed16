import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LowTime } from './low-time';
import type { ClockReading } from '$lib/base/protocol/clock-reading';

const TIME = { now: () => Date.now() * 1000 };
const low = vi.fn();
const tick = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  low.mockClear();
  tick.mockClear();
});

afterEach(() => void vi.useRealTimers());

function reading(left: number, running: number | null = 0, free_ms = 0): ClockReading {
  const at = TIME.now();
  return { clocks: { remaining_ms: [left, 60_000], running, turn_began_at: at, free_ms, shared: false, first_move_by: null }, at };
}

describe('the low-time warning', () => {
  it('comes once in a game, and each of the last ten seconds ticks', () => {
    const watch = new LowTime(30_000, { low, tick });
    watch.follow(reading(31_000), 0, TIME);
    vi.advanceTimersByTime(900);
    expect(low).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(low).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(18_500);
    expect(tick).not.toHaveBeenCalled();
    vi.advanceTimersByTime(11_400);
    expect(tick).toHaveBeenCalledTimes(10);
    vi.advanceTimersByTime(5000);
    expect(tick).toHaveBeenCalledTimes(10);
    expect(low).toHaveBeenCalledTimes(1);
  });

  it('does not come again in the next turn', () => {
    const watch = new LowTime(30_000, { low, tick });
    watch.follow(reading(20_000), 0, TIME)();
    watch.follow(reading(19_000), 0, TIME);
    expect(low).toHaveBeenCalledTimes(1);
  });

  it('does not come while the clock stands still, or the clock of another seat runs', () => {
    const watch = new LowTime(30_000, { low, tick });
    watch.follow(reading(5000, null), 0, TIME);
    watch.follow(reading(5000, 1), 0, TIME);
    vi.advanceTimersByTime(4000);
    expect(low).not.toHaveBeenCalled();
    expect(tick).not.toHaveBeenCalled();
  });

  it('comes only after the free time of the turn', () => {
    const watch = new LowTime(30_000, { low, tick });
    watch.follow(reading(30_500, 0, 5000), 0, TIME);
    vi.advanceTimersByTime(5000);
    expect(low).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600);
    expect(low).toHaveBeenCalledTimes(1);
  });

  it('does not come after the clock is unfollowed', () => {
    const stop = new LowTime(30_000, { low, tick }).follow(reading(31_000), 0, TIME);
    stop();
    vi.advanceTimersByTime(20_000);
    expect(low).not.toHaveBeenCalled();
  });
});
