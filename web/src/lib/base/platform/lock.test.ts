import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exclusively } from './lock';

/** The actions of the tabs, in order. */
let done: string[];

/** An action of a tab that takes a while. */
async function work(tab: string): Promise<string> {
  done.push(`${tab} begins`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  done.push(`${tab} ends`);
  return tab;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {});
  localStorage.clear();
  done = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('of several tabs', () => {
  it('the browser’s own locks run one after the other', async () => {
    const request = vi.fn((_: string, todo: () => Promise<unknown>) => todo());
    vi.stubGlobal('navigator', { locks: { request } });
    const answer = exclusively('guest', () => Promise.resolve(7));
    await expect(answer).resolves.toBe(7);
    expect(request).toHaveBeenCalledExactlyOnceWith('guest', expect.any(Function));
    expect(localStorage.length).toBe(0);
  });

  it('storage runs one after the other without locks', async () => {
    const all = Promise.all(['a', 'b', 'c'].map((tab) => exclusively('guest', () => work(tab))));
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(all).resolves.toEqual(['a', 'b', 'c']);
    expect(done).toHaveLength(6);
    for (let index = 0; index < 6; index += 2) {
      expect(done[index + 1]).toBe(done[index]?.replace('begins', 'ends'));
    }
    expect(localStorage.length).toBe(0);
  });

  it('a tab that fails releases the lock', async () => {
    const failing = exclusively('guest', () => Promise.reject(new Error('no')));
    const refused = expect(failing).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    expect(localStorage.length).toBe(0);
  });

  it('a tab that is gone, or that has stored an invalid value, does not block the others', async () => {
    localStorage.setItem('sumito-lock-guest', JSON.stringify({ by: 'gone', until: Date.now() + 5000 }));
    const waiting = exclusively('guest', () => work('a'));
    await vi.advanceTimersByTimeAsync(4900);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(waiting).resolves.toBe('a');
    localStorage.setItem('sumito-lock-guest', 'nonsense');
    const next = exclusively('guest', () => work('b'));
    await vi.advanceTimersByTimeAsync(1000);
    await expect(next).resolves.toBe('b');
  });

  it('a slow tab holds the lock as long as it takes', async () => {
    const long = exclusively('guest', () => new Promise((resolve) => setTimeout(resolve, 20_000)));
    await vi.advanceTimersByTimeAsync(1000);
    const next = exclusively('guest', () => work('b'));
    await vi.advanceTimersByTimeAsync(18_000);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(3000);
    await Promise.all([long, next]);
    expect(done).toEqual(['b begins', 'b ends']);
  });

  it('each runs on its own if the browser has no storage', async () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The user has blocked this.', 'SecurityError');
    });
    const both = Promise.all(['a', 'b'].map((tab) => exclusively('guest', () => work(tab))));
    await vi.advanceTimersByTimeAsync(1000);
    await expect(both).resolves.toEqual(['a', 'b']);
  });
});
