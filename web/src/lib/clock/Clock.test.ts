import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerTime } from '$lib/socket/server-time';
import Clock from './Clock.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function shown(): string {
  return screen.getByRole('timer').textContent.trim();
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await tick();
}

describe('a clock', () => {
  const time = new ServerTime(() => Date.now());
  const props = { seat: 0, name: 'Merry Lynx', time, lowBelowMs: 10_000 };

  it('ticks while it runs', async () => {
    const reading = { clocks: { remaining_ms: [65_000, 60_000], running: 0, first_move_by: null }, at: Date.now() * 1000 };
    render(Clock, { ...props, reading });
    expect(shown()).toBe('1:05');
    await pass(1000);
    expect(shown()).toBe('1:04');
    await pass(44_000);
    expect(shown()).toBe('20.0');
    await pass(100);
    expect(shown()).toBe('19.9');
    await pass(30_000);
    expect(shown()).toBe('0.0');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stands still while another runs', async () => {
    const reading = { clocks: { remaining_ms: [65_000, 60_000], running: 1, first_move_by: null }, at: Date.now() * 1000 };
    render(Clock, { ...props, reading });
    await pass(5000);
    expect(shown()).toBe('1:05');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not there without a limit', () => {
    render(Clock, { ...props, reading: { clocks: { remaining_ms: null, running: 0, first_move_by: null }, at: 0 } });
    expect(screen.queryByRole('timer')).toBeNull();
  });
});
