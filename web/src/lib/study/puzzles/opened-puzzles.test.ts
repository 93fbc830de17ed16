import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { NetworkFailure } from '$lib/base/protocol/failure';
import { ONE_MOVE } from '../../../test/puzzles';

import { storePuzzle } from './buffer';
import { MAX_OPENED, openDailyPuzzle, openPuzzle } from './opened-puzzles';

const fetched = vi.fn<(url: string) => Promise<Response>>();

function answers(body: unknown): void {
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json(body)));
}

async function opens(id: string): Promise<void> {
  answers({ ...ONE_MOVE, id });
  await openPuzzle(id);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 12), toFake: ['Date'] });
  fetched.mockReset();
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a puzzle without a network', () => {
  it('is the one that was loaded before', async () => {
    await opens('a');
    await expect(openPuzzle('a')).resolves.toEqual({ ...ONE_MOVE, id: 'a' });
    await expect(openPuzzle('b')).rejects.toBeInstanceOf(NetworkFailure);
  });

  it('may be one that was stored for the training', async () => {
    storePuzzle({ mode: 'two', theme: null, difficulty: 'equal' }, { ...ONE_MOVE, id: 'c' });
    await expect(openPuzzle('c')).resolves.toMatchObject({ id: 'c' });
  });

  it('is one of the last ten', async () => {
    const ids = Array.from({ length: MAX_OPENED + 1 }, (_, index) => String(index));
    for (const id of ids) await opens(id);
    await expect(openPuzzle('0')).rejects.toBeInstanceOf(NetworkFailure);
    await expect(openPuzzle('1')).resolves.toMatchObject({ id: '1' });
  });

  it('is gone if the server says so', async () => {
    await opens('a');
    const problem = { type: 'about:blank', title: '', status: 404, detail: 'no', code: 'no_such_puzzle' };
    fetched.mockImplementationOnce(() => Promise.resolve(Response.json(problem, { status: 404 })));
    await expect(openPuzzle('a')).rejects.toMatchObject({ code: 'no_such_puzzle' });
  });

  it('is not one that is damaged', async () => {
    localStorage.setItem('sumito.opened-puzzles', JSON.stringify([{ day: null, puzzle: { ...ONE_MOVE, position: 'x' } }, 7]));
    await expect(openPuzzle(ONE_MOVE.id)).rejects.toBeInstanceOf(NetworkFailure);
  });
});

describe('the puzzle of the day without a network', () => {
  it('is there until the day ends', async () => {
    answers({ day: '2026-11-26', puzzle: ONE_MOVE });
    await openDailyPuzzle();
    await opens(ONE_MOVE.id);
    await expect(openDailyPuzzle()).resolves.toEqual(ONE_MOVE);
    vi.setSystemTime(Date.UTC(2026, 10, 27));
    await expect(openDailyPuzzle()).rejects.toBeInstanceOf(NetworkFailure);
  });
});
