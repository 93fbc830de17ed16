import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Session } from '$lib/base/session/session.svelte';
import { moveIn, ONE_MOVE, runOf } from '../../../test/puzzles';

import { Run } from './run.svelte';

const session = {
  ask: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
  askAsUser: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
} as unknown as Session;

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const NEXT = { ...ONE_MOVE, id: '2' };

function answers(body: unknown, status = 200): void {
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json(body, { status })));
}

function refuses(code: string, status: number): void {
  answers({ type: 'about:blank', title: '', status, detail: 'no', code }, status);
}

function asked(): string[] {
  return fetched.mock.calls.map(([url, init]) => [init?.method ?? 'GET', url.replace('/api/v1/puzzles/', ''), init?.body].filter(Boolean).join(' '));
}

function play(run: Run, text: string): void {
  if (run.game === null) throw new Error('a puzzle is shown');
  run.game.play(moveIn(run.game.position, text));
}

async function started(kind: 'streak' | 'storm'): Promise<Run> {
  answers(runOf({ kind, left_ms: kind === 'storm' ? 180_000 : null }), 201);
  const run = new Run(kind, session);
  await run.start();
  return run;
}

/** The time on the clock, in seconds. */
function seconds(run: Run): number | undefined {
  const left = run.clock?.clocks.remaining_ms?.[0];
  return left === undefined ? undefined : Math.round(left / 1000);
}

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a run', () => {
  it('shows the next puzzle after the server’s answer', async () => {
    const run = await started('streak');
    expect([run.stage, run.game?.stage, run.clock]).toEqual(['running', 'asked', null]);
    answers(runOf({ kind: 'streak', left_ms: null, score: 1, puzzle: NEXT }));
    const { game } = run;
    play(run, 'e7e8');
    expect([run.score, run.game?.stage]).toEqual([1, 'solved']);
    await vi.advanceTimersByTimeAsync(100);
    // The last move is shown first.
    expect(run.game).toBe(game);
    await vi.runAllTimersAsync();
    expect([run.score, run.game?.stage]).toEqual([1, 'asked']);
    expect(asked()).toEqual(['POST runs {"kind":"streak"}', 'POST runs/r1/attempts {"puzzle":"1","moves":["e7e8"]}']);
  });

  it('ends a streak with the first mistake', async () => {
    const run = await started('streak');
    answers(runOf({ kind: 'streak', left_ms: null, mistakes: 1, puzzle: null }));
    play(run, 'e8f8');
    await vi.runAllTimersAsync();
    expect([run.stage, run.score, run.mistakes, run.marks]).toEqual(['over', 0, 1, [{ id: '1', solved: false }]]);
  });

  it('takes ten seconds of a storm for a mistake, at once', async () => {
    const run = await started('storm');
    expect(seconds(run)).toBe(180);
    answers(runOf({ mistakes: 1, left_ms: 168_000, puzzle: NEXT }));
    play(run, 'e8f8');
    expect([seconds(run), run.mistakes]).toEqual([170, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([seconds(run), run.game?.stage, run.marks]).toEqual([168, 'asked', [{ id: '1', solved: false }]]);
    run.close();
  });

  it('takes over the score of the server', async () => {
    const run = await started('storm');
    answers(runOf({ score: 0, mistakes: 1, puzzle: NEXT }));
    play(run, 'e7e8');
    expect(run.score).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([run.score, run.mistakes]).toEqual([0, 1]);
    run.close();
  });

  it('ends a storm when the server says that the time is over', async () => {
    const run = await started('storm');
    answers(runOf({ left_ms: 300 }));
    await vi.advanceTimersByTimeAsync(180_000);
    expect([run.stage, asked().at(-1)]).toEqual(['running', 'GET runs/r1']);
    answers(runOf({ left_ms: 0, score: 3, puzzle: null }));
    await vi.advanceTimersByTimeAsync(300);
    expect([run.stage, run.score]).toEqual(['over', 3]);
  });

  it('goes on after a failure, also if the server has received the lost answer', async () => {
    const run = await started('streak');
    fetched.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
    play(run, 'e7e8');
    await vi.runAllTimersAsync();
    expect([run.failure?.name, run.stage]).toEqual(['NetworkFailure', 'running']);
    refuses('outdated', 409);
    answers(runOf({ kind: 'streak', left_ms: null, score: 1, puzzle: NEXT }));
    const retried = run.retry();
    await vi.runAllTimersAsync();
    await retried;
    expect([run.failure, run.score, run.game?.stage]).toEqual([null, 1, 'asked']);
    expect(asked().slice(-2)).toEqual(['POST runs/r1/attempts {"puzzle":"1","moves":["e7e8"]}', 'GET runs/r1']);
  });

  it('is over if the user has begun another run elsewhere', async () => {
    const run = await started('streak');
    refuses('not_found', 404);
    play(run, 'e7e8');
    await vi.runAllTimersAsync();
    expect([run.stage, run.score, run.failure]).toMatchObject(['over', 1, { code: 'not_found' }]);
  });

  it('ends when the user stops it, with the puzzles so far', async () => {
    const run = await started('storm');
    answers(runOf({ score: 1, puzzle: NEXT }));
    play(run, 'e7e8');
    run.stop();
    await vi.runAllTimersAsync();
    expect([run.stage, run.score, run.failure, run.marks]).toEqual(['over', 1, null, [{ id: '1', solved: true }]]);
    // The last answer is on its way; the time of the run is not asked for any more.
    expect(asked().slice(1)).toEqual(['POST runs/r1/attempts {"puzzle":"1","moves":["e7e8"]}']);
  });

  it('does not begin if the server refuses', async () => {
    refuses('no_such_puzzle', 404);
    const run = new Run('storm', session);
    await run.start();
    expect([run.stage, run.starting, run.failure]).toMatchObject(['before', false, { code: 'no_such_puzzle' }]);
  });

  it('can begin again', async () => {
    const run = await started('streak');
    answers(runOf({ kind: 'streak', left_ms: null, mistakes: 1, puzzle: null }));
    play(run, 'e8f8');
    await vi.runAllTimersAsync();
    answers(runOf({ id: 'r2', kind: 'streak', left_ms: null }), 201);
    await run.start();
    expect([run.stage, run.score, run.mistakes, run.marks]).toEqual(['running', 0, 0, []]);
  });
});
