import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerTime } from '$lib/base/socket/server-time';
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
  const CLOCKS = { turn_began_at: null, free_ms: 0, shared: false, first_move_by: null };
  const props = { seat: 0, name: 'Merry Lynx', time, lowBelowMs: 10_000 };

  it('ticks while it runs', async () => {
    const reading = { clocks: { ...CLOCKS, remaining_ms: [65_000, 60_000], running: 0, turn_began_at: Date.now() * 1000 }, at: Date.now() * 1000 };
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

  it('stands still while the clock of another seat runs', async () => {
    const reading = { clocks: { ...CLOCKS, remaining_ms: [65_000, 60_000], running: 1, turn_began_at: Date.now() * 1000 }, at: Date.now() * 1000 };
    render(Clock, { ...props, reading });
    await pass(5000);
    expect(shown()).toBe('1:05');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stands still during the free time, with a single timer', async () => {
    const at = Date.now() * 1000;
    const clocks = { ...CLOCKS, remaining_ms: [65_000, 60_000], running: 0, turn_began_at: at, free_ms: 5000 };
    render(Clock, { ...props, reading: { clocks, at } });
    await pass(5000);
    expect(shown()).toBe('1:05');
    expect(vi.getTimerCount()).toBe(1);
    await pass(1000);
    expect(shown()).toBe('1:04');
  });

  it('runs for every player if all players share it', async () => {
    const at = Date.now() * 1000;
    const clocks = { ...CLOCKS, remaining_ms: [65_000, 65_000], running: 1, turn_began_at: at, shared: true };
    render(Clock, { ...props, reading: { clocks, at } });
    expect(screen.getByRole('timer').dataset['running']).toBe('true');
    await pass(2000);
    expect(shown()).toBe('1:03');
  });

  it('is marked when it is uncertain', () => {
    const reading = { clocks: { ...CLOCKS, remaining_ms: [65_000, 60_000], running: null }, at: 0 };
    render(Clock, { ...props, reading, uncertain: true });
    const clock = screen.getByRole('timer', { name: 'Merry Lynx has about 1:05 left (the server isn’t responding)' });
    expect(clock.classList).toContain('uncertain');
  });

  it('is absent without a limit', () => {
    render(Clock, { ...props, reading: { clocks: { ...CLOCKS, remaining_ms: null, running: 0 }, at: 0 } });
    expect(screen.queryByRole('timer')).toBeNull();
  });
});
