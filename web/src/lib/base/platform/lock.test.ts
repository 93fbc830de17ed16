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

describe('an exclusive action of several tabs', () => {
  it('uses the browser’s locks if there are any', async () => {
    const request = vi.fn((_: string, todo: () => Promise<unknown>) => todo());
    vi.stubGlobal('navigator', { locks: { request } });
    const answer = exclusively('guest', () => Promise.resolve(7));
    await expect(answer).resolves.toBe(7);
    expect(request).toHaveBeenCalledExactlyOnceWith('guest', expect.any(Function));
    expect(localStorage.length).toBe(0);
  });

  it('runs in one tab after the other, by local storage, in a browser without locks', async () => {
    const all = Promise.all(['a', 'b', 'c'].map((tab) => exclusively('guest', () => work(tab))));
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(all).resolves.toEqual(['a', 'b', 'c']);
    expect(done).toHaveLength(6);
    for (let index = 0; index < 6; index += 2) {
      expect(done[index + 1]).toBe(done[index]?.replace('begins', 'ends'));
    }
    expect(localStorage.length).toBe(0);
  });

  it('releases the lock when it fails', async () => {
    const failing = exclusively('guest', () => Promise.reject(new Error('no')));
    const refused = expect(failing).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    expect(localStorage.length).toBe(0);
  });

  it('starts after the timeout of a closed tab’s lock, and ignores an invalid lock', async () => {
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

  it('holds the lock until it ends, even if it is slow', async () => {
    const long = exclusively('guest', () => new Promise((resolve) => setTimeout(resolve, 20_000)));
    await vi.advanceTimersByTimeAsync(1000);
    const next = exclusively('guest', () => work('b'));
    await vi.advanceTimersByTimeAsync(18_000);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(3000);
    await Promise.all([long, next]);
    expect(done).toEqual(['b begins', 'b ends']);
  });

  it('runs without a lock if the browser has no storage', async () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The user has blocked this.', 'SecurityError');
    });
    const both = Promise.all(['a', 'b'].map((tab) => exclusively('guest', () => work(tab))));
    await vi.advanceTimersByTimeAsync(1000);
    await expect(both).resolves.toEqual(['a', 'b']);
  });
});
