import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Session } from './session.svelte';
import { socketUrl } from './socket-url';

const USER = { id: 'u1', name: 'Sly Stork', guest: true };
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const opened = vi.fn();

class SilentSocket {
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    opened(this);
  }

  send(): void {
    // Nobody listens.
  }

  close(): void {
    // Nobody listens.
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('WebSocket', SilentSocket);
  fetched.mockReset();
  opened.mockReset();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function refused(): Response {
  return Response.json({ type: 'about:blank', title: '', status: 401, detail: '', code: 'unauthenticated' }, { status: 401 });
}

function asked(): (string | undefined)[][] {
  return fetched.mock.calls.map(([url, init]) => [init?.method ?? 'GET', url]);
}

describe('a session', () => {
  it('is that of the cookie, where there is one', async () => {
    fetched.mockResolvedValueOnce(Response.json(USER));
    const session = new Session(vi.fn());
    await session.start();
    expect(session.user).toEqual(USER);
    expect(asked()).toEqual([['GET', '/api/v1/me']]);
    expect(opened).toHaveBeenCalledTimes(1);
    session.connection.stop();
  });

  it('is a guest’s otherwise', async () => {
    fetched.mockResolvedValueOnce(refused()).mockResolvedValueOnce(Response.json({ token: 't', user: USER }));
    const session = new Session(vi.fn());
    await session.start();
    expect(session.user).toEqual(USER);
    expect(asked()).toEqual([
      ['GET', '/api/v1/me'],
      ['POST', '/api/v1/guests'],
    ]);
    session.connection.stop();
  });

  it('waits for a server that is away', async () => {
    fetched.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(Response.json(USER));
    const session = new Session(vi.fn());
    const started = session.start();
    await vi.waitFor(() => expect(session.state).toBe('waiting'));
    expect(opened).not.toHaveBeenCalled();
    await vi.runOnlyPendingTimersAsync();
    await started;
    expect(opened).toHaveBeenCalledTimes(1);
    session.connection.stop();
  });

  it('is begun anew when the server no longer knows it', async () => {
    fetched.mockResolvedValueOnce(Response.json(USER));
    const session = new Session(vi.fn());
    await session.start();
    const socket = opened.mock.calls[0]?.[0] as SilentSocket;
    const other = { ...USER, id: 'u2' };
    fetched.mockResolvedValueOnce(refused()).mockResolvedValueOnce(Response.json({ token: 't', user: other }));
    socket.onmessage?.({ data: JSON.stringify({ type: 'hello', protocol: 1, server: 'x', now: 0, user: null }) });
    expect(session.state).toBe('waiting');
    await vi.runOnlyPendingTimersAsync();
    expect(session.user).toEqual(other);
    expect(opened).toHaveBeenCalledTimes(2);
    session.connection.stop();
  });
});

describe('the address of the socket', () => {
  it('follows that of the page', () => {
    expect(socketUrl('http://127.0.0.1:8080/room/x')).toBe('ws://127.0.0.1:8080/ws');
    expect(socketUrl('https://sumito.example/games')).toBe('wss://sumito.example/ws');
  });
});
