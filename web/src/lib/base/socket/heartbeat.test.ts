import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeat, PING_EVERY_MS } from './heartbeat';

const listener = { ping: vi.fn<(t: number) => void>(), doubt: vi.fn<(doubtful: boolean) => void>(), dead: vi.fn() };
let heartbeat: Heartbeat;

beforeEach(() => {
  vi.useFakeTimers();
  for (const heard of Object.values(listener)) heard.mockReset();
  heartbeat = new Heartbeat(listener);
  heartbeat.start();
});

afterEach(() => {
  heartbeat.stop();
  vi.useRealTimers();
});

function answer(): void {
  heartbeat.heard();
  heartbeat.answered(listener.ping.mock.lastCall?.[0] ?? 0);
}

describe('pings', () => {
  it('are sent at fixed intervals, even if many other messages arrive', () => {
    for (let tenth = 0; tenth < 120; tenth += 1) {
      vi.advanceTimersByTime(100);
      heartbeat.heard();
      if (tenth % 10 === 0) answer();
    }
    expect(listener.ping).toHaveBeenCalledTimes(1 + 12_000 / PING_EVERY_MS);
    expect(listener.dead).not.toHaveBeenCalled();
  });

  it('measure the round-trip time', () => {
    vi.advanceTimersByTime(30);
    const [t = 0] = listener.ping.mock.lastCall ?? [];
    expect(heartbeat.answered(t)).toBeCloseTo(30, 0);
  });

  it('stop when the heartbeat is stopped', () => {
    heartbeat.stop();
    vi.advanceTimersByTime(60_000);
    expect(listener.ping).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a connection', () => {
  it('is in doubt when a ping is unanswered for two seconds, until the answer arrives', () => {
    vi.advanceTimersByTime(1900);
    expect(listener.doubt).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(listener.doubt.mock.calls).toEqual([[true]]);
    answer();
    expect(listener.doubt.mock.calls).toEqual([[true], [false]]);
    vi.advanceTimersByTime(3800);
    expect(listener.doubt).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(100 + 2000);
    expect(listener.doubt).toHaveBeenCalledTimes(2 + 1);
  });

  it('is in doubt again if an old ping is answered and a later ping is overdue', () => {
    const [first = 0] = listener.ping.mock.lastCall ?? [];
    vi.advanceTimersByTime(6500);
    heartbeat.heard();
    heartbeat.answered(first);
    vi.advanceTimersByTime(1);
    expect(listener.doubt.mock.calls).toEqual([[true], [false], [true]]);
  });

  it('is dead after seven seconds of silence', () => {
    vi.advanceTimersByTime(6900);
    expect(listener.dead).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(listener.dead).toHaveBeenCalledTimes(1);
  });

  it('stays alive while messages arrive, but not forever without an answer to a ping', () => {
    for (let second = 0; second < 19; second += 1) {
      vi.advanceTimersByTime(1000);
      heartbeat.heard();
    }
    expect(listener.dead).not.toHaveBeenCalled();
    for (let second = 0; second < 8; second += 1) {
      vi.advanceTimersByTime(1000);
      heartbeat.heard();
    }
    expect(listener.dead).toHaveBeenCalled();
  });

  it('has a shorter time limit during a check', () => {
    answer();
    vi.advanceTimersByTime(3000);
    heartbeat.check();
    vi.advanceTimersByTime(2600);
    expect(listener.dead).toHaveBeenCalledTimes(1);
  });
});
