import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Session } from '$lib/base/session/session.svelte';
import { ONE_MOVE, verdictOf } from '../../../test/puzzles';

import { Attempt } from './attempt.svelte';
import { keepReport, keptReports } from './kept-reports';
import { Reports } from './reports.svelte';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const session = {
  user: { id: 'u1' } as { id: string } | null,
  ask: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
  askAsUser: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
};
const reports = new Reports(session as unknown as Session);

function answers(body: unknown, status = 200): void {
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json(body, { status })));
}

function refuses(code: string, status: number): void {
  answers({ type: 'about:blank', title: '', status, detail: 'no', code }, status);
}

function isOffline(): void {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
}

function sent(): string[] {
  return fetched.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url} ${String(init?.body)}`);
}

beforeEach(() => {
  fetched.mockReset();
  session.user = { id: 'u1' };
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a report', () => {
  it('brings the verdict', async () => {
    answers(verdictOf('a', true));
    expect(await reports.report('a', ['e7e8'])).toEqual({ kind: 'judged', verdict: verdictOf('a', true) });
    expect(sent()).toEqual(['POST /api/v1/puzzles/a/attempts {"moves":["e7e8"]}']);
    expect(keptReports()).toEqual([]);
  });

  it('is stored while the server is away or busy, and sent later, in order', async () => {
    isOffline();
    expect(await reports.report('a', ['e7e8'])).toEqual({ kind: 'kept' });
    refuses('busy', 503);
    expect(await reports.report('b', [])).toEqual({ kind: 'kept' });
    isOffline();
    await reports.sendKept();
    expect(keptReports()).toHaveLength(2);
    fetched.mockClear();
    answers(verdictOf('a', true));
    answers(verdictOf('b', false));
    await Promise.all([reports.sendKept(), reports.sendKept()]);
    expect(sent()).toEqual(['POST /api/v1/puzzles/a/attempts {"moves":["e7e8"]}', 'POST /api/v1/puzzles/b/attempts {"moves":[]}']);
    expect(keptReports()).toEqual([]);
  });

  it('is not stored if the server refuses it for good', async () => {
    refuses('no_such_puzzle', 404);
    expect(await reports.report('a', [])).toMatchObject({ kind: 'failed', failure: { code: 'no_such_puzzle' } });
    keepReport({ puzzle: 'b', moves: [], user: null });
    refuses('no_such_puzzle', 404);
    await reports.sendKept();
    expect(keptReports()).toEqual([]);
  });

  it('is sent for its user only, if the user was known', async () => {
    session.user = { id: 'u2' };
    isOffline();
    await reports.report('a', []);
    keepReport({ puzzle: 'b', moves: [], user: null });
    session.user = { id: 'u1' };
    answers(verdictOf('b', false));
    await reports.sendKept();
    expect(keptReports().map(({ puzzle }) => puzzle)).toEqual(['a']);
  });
});

describe('a vote', () => {
  it('is possible once the server knows the attempt, and a second press takes it back', async () => {
    const attempt = new Attempt(ONE_MOVE, reports);
    expect([attempt.mayVote, attempt.vote]).toEqual([false, 'none']);
    answers({ ...verdictOf(ONE_MOVE.id, false), first: { ...verdictOf(ONE_MOVE.id, false).first, vote: 'down' } });
    attempt.game.show();
    attempt.game.close();
    await vi.waitFor(() => expect(attempt.mayVote).toBe(true));
    expect(attempt.vote).toBe('down');
    fetched.mockClear();
    fetched.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
    await attempt.press('up');
    expect(attempt.vote).toBe('up');
    await attempt.press('up');
    expect(attempt.vote).toBe('none');
    expect(sent()).toEqual(['PUT /api/v1/puzzles/1/vote {"vote":"up"}', 'PUT /api/v1/puzzles/1/vote {"vote":"none"}']);
    fetched.mockReset();
    isOffline();
    await expect(attempt.press('down')).rejects.toThrow();
    expect(attempt.vote).toBe('none');
  });

  it('does not exist without reports', () => {
    const attempt = new Attempt(ONE_MOVE, null);
    attempt.game.show();
    attempt.game.close();
    expect([attempt.counts, attempt.mayVote, attempt.reported]).toEqual([false, false, null]);
    expect(fetched).not.toHaveBeenCalled();
  });
});
