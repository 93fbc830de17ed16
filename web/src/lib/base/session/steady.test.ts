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

describe('the shown state of the connection', () => {
  it('stays calm if the connection returns quickly', () => {
    steady.turn('open');
    steady.turn('waiting');
    vi.advanceTimersByTime(300);
    steady.turn('connecting');
    vi.advanceTimersByTime(300);
    steady.turn('open');
    vi.advanceTimersByTime(60_000);
    expect(steady.calm).toBe(true);
  });

  it('is not calm during a long outage with many attempts to connect', () => {
    steady.turn('waiting');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      vi.advanceTimersByTime(100);
      steady.turn(attempt % 2 === 0 ? 'connecting' : 'waiting');
    }
    expect(steady.calm).toBe(false);
  });

  it('is calm again when the connection has been stable for some time', () => {
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

  it('is not calm as soon as the connection is in doubt', () => {
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
