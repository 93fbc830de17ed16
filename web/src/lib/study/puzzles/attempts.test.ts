import { afterEach, describe, expect, it, vi } from 'vitest';

import type { PuzzleAttempt } from '$lib/base/protocol/types';
import { verdictOf } from '../../../test/puzzles';

import { firstAttempts, historyOf, withAttempt } from './attempts';

const NOON = new Date(2026, 2, 30, 12).getTime();

/** An attempt this many days before. */
function attempt(daysAgo: number, hour = 12): PuzzleAttempt {
  return { ...verdictOf(`${daysAgo}-${hour}`, true).first, at: new Date(2026, 2, 30 - daysAgo, hour).getTime() * 1000 };
}

async function* all(...attempts: PuzzleAttempt[]): AsyncGenerator<PuzzleAttempt> {
  for (const each of attempts) yield await Promise.resolve(each);
}

async function days(...attempts: PuzzleAttempt[]): Promise<number> {
  return (await historyOf(all(...attempts), 2, NOON * 1000)).days;
}

afterEach(() => vi.unstubAllGlobals());

describe('days in a row', () => {
  it('end today or yesterday, and count each day once', async () => {
    expect(await days()).toBe(0);
    expect(await days(attempt(0), attempt(0, 9), attempt(1), attempt(2), attempt(4))).toBe(3);
    expect(await days(attempt(1), attempt(2))).toBe(2);
    expect(await days(attempt(2), attempt(3))).toBe(0);
  });

  it('are counted beyond the attempts that are kept', async () => {
    const { attempts, days } = await historyOf(all(attempt(0), attempt(1), attempt(2), attempt(3)), 2, NOON * 1000);
    expect([attempts.length, days]).toEqual([2, 4]);
  });
});

describe('a new attempt', () => {
  it('continues the days in a row, or begins them again', async () => {
    const before = await historyOf(all(attempt(1), attempt(2)), 3, NOON * 1000);
    const next = withAttempt(before, attempt(0), 3);
    expect([next.days, next.attempts[0]]).toEqual([3, attempt(0)]);
    expect(withAttempt(next, attempt(0, 13), 3)).toEqual({ attempts: [attempt(0, 13), attempt(0), attempt(1)], days: 3 });
    const long = await historyOf(all(attempt(3), attempt(4)), 3, NOON * 1000);
    expect(withAttempt(long, attempt(0), 3).days).toBe(1);
    expect(withAttempt({ attempts: [], days: 0 }, attempt(0), 3).days).toBe(1);
  });
});

describe('the file of attempts', () => {
  function answers(...parts: string[]): void {
    const chunks = parts.map((part) => new TextEncoder().encode(part));
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  }

  it('is read by lines, however the network cuts it', async () => {
    answers('{"puzzle":"a"}\n{"puz', 'zle":"b"}\n', '{"puzzle":"c"}');
    const puzzles: string[] = [];
    for await (const { puzzle } of firstAttempts(null)) puzzles.push(puzzle);
    expect(puzzles).toEqual(['a', 'b', 'c']);
  });

  it('is refused with the server’s reason', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'unauthenticated', detail: 'no' }, { status: 401 })));
    await expect(firstAttempts('t').next()).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
