import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureText } from '$lib/base/i18n/words';
import { failureOf } from '$lib/base/protocol/failure';
import { ask } from './ask';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function problem(status: number, code: string): Response {
  return Response.json({ type: 'about:blank', title: '', status, detail: 'why', code }, { status });
}

describe('a response of the REST API', () => {
  it('is parsed', async () => {
    fetched.mockResolvedValueOnce(Response.json({ layouts: [] }));
    await expect(ask('/layouts')).resolves.toEqual({ layouts: [] });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/layouts');
  });

  it('with a problem document fails with its code', async () => {
    fetched.mockResolvedValueOnce(problem(404, 'no_such_game'));
    await expect(ask('/games/x')).rejects.toMatchObject({ name: 'Refusal', code: 'no_such_game', message: 'why' });
  });
});

/** Failures without a valid response of the server, each with the expected error. */
const FAILURES: [string, () => Promise<Response>, object][] = [
  ['an unreachable network', () => Promise.reject(new TypeError('Failed to fetch')), { name: 'NetworkFailure' }],
  ['a timeout', () => Promise.reject(new DOMException('', 'TimeoutError')), { name: 'NetworkFailure' }],
  ['a truncated response', () => Promise.resolve(new Response('{"layou')), { name: 'NetworkFailure' }],
  ['a page from a proxy', () => Promise.resolve(new Response('<h1>Hello</h1>')), { name: 'NetworkFailure' }],
  ['an error page of a proxy', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })), { name: 'NetworkFailure' }],
  ['a proxy that limits the rate', () => Promise.resolve(new Response('', { status: 429 })), { code: 'rate_limited' }],
  ['an overloaded proxy', () => Promise.resolve(new Response('', { status: 503 })), { code: 'unavailable' }],
  ['a problem without a code', () => Promise.resolve(Response.json(null, { status: 500 })), { name: 'NetworkFailure' }],
];

describe('a request without a valid response', () => {
  it.each(FAILURES)('has an error message for %s', async (_, respond, expected) => {
    fetched.mockImplementationOnce(respond);
    const error: unknown = await ask('/layouts').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(expected);
    expect(failureText(failureOf(error)).length).toBeGreaterThan(20);
  });
});
