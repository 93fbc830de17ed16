import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GamePage, GameSummary } from '$lib/base/protocol/types';
import { History } from './history.svelte';

function page(ids: string[], next: string | null): Response {
  const games = ids.map((id) => ({ id }) as GameSummary);
  return Response.json({ games, next } satisfies GamePage);
}

function problem(status: number, code: string): Response {
  return Response.json({ type: 'about:blank', title: '', status, detail: 'no', code }, { status });
}

const fetched = vi.fn<(url: string) => Promise<Response>>();
vi.stubGlobal('fetch', fetched);

afterEach(() => {
  fetched.mockReset();
});

describe('the history of a player', () => {
  it('is requested by the player’s id, and contains the player’s name', async () => {
    const players = [
      { id: 'u1', name: 'Sly Stork', guest: true },
      { id: 'u2', name: 'Merry Lynx', guest: true },
    ];
    fetched.mockResolvedValueOnce(Response.json({ games: [{ id: 'a', players }], next: 'x' }));
    const history = new History({ player: 'u2', result: 'win' });
    expect(history.nameOfPlayer).toBeNull();
    await history.more();
    expect(history.nameOfPlayer).toBe('Merry Lynx');
    fetched.mockResolvedValueOnce(page([], null));
    await history.more();
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/api/v1/games?limit=25&player=u2&result=win',
      '/api/v1/games?limit=25&player=u2&result=win&cursor=x',
    ]);
  });
});

describe('the history', () => {
  it('is loaded page by page to the end', async () => {
    fetched.mockResolvedValueOnce(page(['a', 'b'], 'x y')).mockResolvedValueOnce(page(['c'], null));
    const history = new History({});
    expect(history.complete).toBe(false);
    await history.more();
    expect(history.complete).toBe(false);
    await history.more();
    expect(history.games.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(history.complete).toBe(true);
    await history.more();
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/api/v1/games?limit=25',
      '/api/v1/games?limit=25&cursor=x+y',
    ]);
  });

  it('retries a failed page', async () => {
    fetched.mockResolvedValueOnce(page(['a'], '2')).mockResolvedValueOnce(problem(503, 'unavailable'));
    const history = new History({});
    await history.more();
    await history.more();
    expect(history.failure).toMatchObject({ code: 'unavailable', message: 'no' });
    fetched.mockResolvedValueOnce(page(['b'], null));
    await history.more();
    expect(history.failure).toBeNull();
    expect(history.games.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('does not send two requests at once', async () => {
    fetched.mockResolvedValue(page(['a'], null));
    const history = new History({});
    await Promise.all([history.more(), history.more()]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('reports a network failure if the network is down or a proxy sends its own error page', async () => {
    const history = new History({});
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    await history.more();
    expect(history.failure?.name).toBe('NetworkFailure');
    fetched.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await history.more();
    expect(history.failure?.name).toBe('NetworkFailure');
  });
});
