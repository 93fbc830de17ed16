import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Toasts } from './toasts.svelte';

const LONG_MS = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function texts({ list }: Toasts): string[] {
  return list.map(({ text }) => text);
}

describe('toasts', () => {
  it('are at most two, without repeated texts, and disappear', () => {
    const toasts = new Toasts();
    for (const text of ['one', 'two', 'one', 'three']) toasts.show(text);
    expect(texts(toasts)).toEqual(['one', 'three']);
    vi.advanceTimersByTime(LONG_MS);
    expect(texts(toasts)).toEqual([]);
  });

  it('stay while the user reads them, and disappear some time later', () => {
    const toasts = new Toasts();
    toasts.show('read');
    toasts.show('unread');
    const [first] = toasts.list;
    toasts.keep(first?.id ?? 0);
    vi.advanceTimersByTime(LONG_MS);
    expect(texts(toasts)).toEqual(['read']);
    toasts.release(first?.id ?? 0);
    expect(texts(toasts)).toEqual(['read']);
    vi.advanceTimersByTime(LONG_MS);
    expect(texts(toasts)).toEqual([]);
  });
});
