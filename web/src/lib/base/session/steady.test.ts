import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Steady } from './steady.svelte';

let steady: Steady;

beforeEach(() => {
  vi.useFakeTimers();
  steady = new Steady();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('what is shown of a connection', () => {
  it('is calm while it comes back at once', () => {
    steady.turn('open');
    steady.turn('waiting');
    vi.advanceTimersByTime(300);
    steady.turn('connecting');
    vi.advanceTimersByTime(300);
    steady.turn('open');
    vi.advanceTimersByTime(60_000);
    expect(steady.calm).toBe(true);
  });

  it('is an outage that lasts, however often it is tried to end it', () => {
    steady.turn('waiting');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      vi.advanceTimersByTime(100);
      steady.turn(attempt % 2 === 0 ? 'connecting' : 'waiting');
    }
    expect(steady.calm).toBe(false);
  });

  it('is calm again only when it stays', () => {
    steady.turn('waiting');
    vi.advanceTimersByTime(1000);
    steady.turn('open');
    vi.advanceTimersByTime(500);
    steady.turn('waiting');
    vi.advanceTimersByTime(500);
    expect(steady.calm).toBe(false);
    steady.turn('open');
    vi.advanceTimersByTime(700);
    expect(steady.calm).toBe(false);
    vi.advanceTimersByTime(100);
    expect(steady.calm).toBe(true);
  });

  it('is doubt as soon as there is any', () => {
    steady.turn('open');
    steady.turn('doubtful');
    expect(steady.calm).toBe(false);
    steady.turn('open');
    vi.advanceTimersByTime(700);
    expect(steady.calm).toBe(false);
    vi.advanceTimersByTime(100);
    expect(steady.calm).toBe(true);
  });
});
