import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '$lib/base/protocol/refusal';
import { FIRST_WITHIN_MS } from '$lib/base/socket/backoff';
import { FakeSocket, USER } from '../../../test/fake-socket';
import { Session } from './session.svelte';
import { socketUrl } from './socket-url';

const OTHER = { ...USER, id: 'u2', name: 'Merry Lynx' };
const CREATE = { type: 'create_room' } as const;

/** The user whose session cookie the browser holds; `null` without a cookie. */
let cookie: typeof USER | null;
/** The guests that the server creates next, in order. */
let guests: (typeof USER)[];
let cookiesAreKept: boolean;
let sockets: FakeSocket[];
let session: Session;
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

function answer(url: string): Response {
  if (url.endsWith('/me')) return Response.json({ user: cookie });
  const user = guests.shift();
  if (user === undefined) throw new Error('the test expects no further guest');
  if (cookiesAreKept) cookie = user;
  return Response.json({ token: `token of ${user.id}`, user });
}

function problem(status: number, code: string): Response {
  return Response.json({ type: 'about:blank', title: '', status, detail: 'no', code }, { status });
}

function latest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket has been opened yet');
  return socket;
}

function guestsMade(): number {
  return fetched.mock.calls.filter(([url]) => url.endsWith('/guests')).length;
}

/** Lets the time pass, and then runs all pending promises. */
async function passed(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
}

/** A fake `BroadcastChannel`. `here` is the channel of this tab. */
class Channel extends EventTarget {
  static readonly said: unknown[] = [];
  static here: Channel | null = null;

  constructor() {
    super();
    Channel.here ??= this;
  }

  postMessage(word: unknown): void {
    Channel.said.push(word);
  }

  close(): void {
    // Nothing to release.
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  cookie = null;
  guests = [USER];
  cookiesAreKept = true;
  sockets = [];
  sessionStorage.clear();
  fetched.mockReset().mockImplementation((url) => Promise.resolve(answer(url)));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => Promise<unknown>) => work() } });
  Channel.said.length = 0;
  Channel.here = null;
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
  session = new Session(vi.fn());
  session.start();
});

afterEach(() => {
  session.connection.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a REST call that needs a user', () => {
  const unauthenticated = new Refusal('unauthenticated', 'no');

  it('makes an anonymous visitor a guest, and is sent again with the guest’s cookie', async () => {
    latest().hello(null);
    const ask = vi.fn<(token: string | null) => Promise<string>>().mockRejectedValueOnce(unauthenticated).mockResolvedValue('done');
    const asked = session.ask(ask);
    await passed();
    expect(await asked).toBe('done');
    expect([ask.mock.calls.length, guestsMade()]).toEqual([2, 1]);
  });

  it('makes an anonymous visitor a guest first if the server always rejects anonymous visitors', async () => {
    latest().hello(null);
    const ask = vi.fn<(token: string | null) => Promise<string>>().mockResolvedValue('done');
    const asked = session.askAsUser(ask);
    await passed();
    expect(await asked).toBe('done');
    expect([ask.mock.calls.length, guestsMade()]).toEqual([1, 1]);
  });

  it('sends the guest’s token if the browser keeps no cookies', async () => {
    cookiesAreKept = false;
    latest().hello(null);
    const ask = vi.fn<(token: string | null) => Promise<string>>().mockRejectedValueOnce(unauthenticated).mockResolvedValue('done');
    const asked = session.ask(ask);
    await passed();
    await asked;
    expect(ask.mock.calls).toEqual([[null], ['token of u1']]);
  });

  it('fails with the server’s error if no guest can be created, or for another reason', async () => {
    latest().hello(null);
    fetched.mockImplementation((url) => Promise.resolve(url.endsWith('/me') ? answer(url) : problem(429, 'rate_limited')));
    const asked = session.ask(() => Promise.reject(unauthenticated)).catch((error: unknown) => error);
    await passed();
    expect(await asked).toMatchObject({ code: 'rate_limited' });
    const busy = new Refusal('busy', 'no');
    expect(await session.ask(() => Promise.reject(busy)).catch((error: unknown) => error)).toBe(busy);
  });
});

describe('a visitor who sends no command', () => {
  it('stays anonymous, and causes no HTTP request', async () => {
    latest().hello(null);
    session.connection.follow({ kind: 'lobby', id: 'main' }, { changed: vi.fn(), onError: vi.fn() });
    await passed(1500);
    expect(session.user).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is the user of the session cookie', () => {
    latest().hello(USER);
    expect(session.user).toEqual(USER);
  });

  it('connects again when another tab has created a guest, unless the user is known already', () => {
    latest().hello(null);
    Channel.here?.dispatchEvent(new MessageEvent('message', { data: 'guest-created' }));
    expect(sockets).toHaveLength(2);
    latest().hello(USER);
    Channel.here?.dispatchEvent(new MessageEvent('message', { data: 'guest-created' }));
    expect(sockets).toHaveLength(2);
  });
});

describe('an anonymous visitor who sends a command', () => {
  it('becomes a guest once, on the open socket', async () => {
    latest().hello(null);
    void session.request(CREATE);
    void session.request(CREATE);
    await passed();
    expect(guestsMade()).toBe(1);
    expect(latest().commands('authenticate')).toEqual([expect.objectContaining({ token: 'token of u1' })]);
    expect(latest().commands('create_room')).toEqual([]);
    latest().hello(USER);
    expect(session.user).toEqual(USER);
    expect(latest().commands('create_room')).toHaveLength(2);
    expect(sockets).toHaveLength(1);
    expect(sessionStorage.length).toBe(0);
    expect(Channel.said).toEqual(['guest-created']);
  });

  it('becomes the guest that another tab has created in the meantime', async () => {
    latest().hello(null);
    cookie = OTHER;
    void session.request(CREATE);
    await passed();
    expect(guestsMade()).toBe(0);
    expect(sockets).toHaveLength(2);
    latest().hello(OTHER);
    expect(session.user).toEqual(OTHER);
    expect(latest().commands('create_room')).toHaveLength(1);
  });

  it('becomes the guest of the stored cookie if two tabs create a guest at the same time', async () => {
    latest().hello(null);
    fetched.mockImplementation((url) => {
      const response = answer(url);
      if (url.endsWith('/guests')) cookie = OTHER;
      return Promise.resolve(response);
    });
    void session.request(CREATE);
    await passed();
    expect(latest().commands('authenticate')).toEqual([]);
    expect(sockets).toHaveLength(2);
    latest().hello(OTHER);
    expect(latest().commands('create_room')).toHaveLength(1);
  });

  it('stays anonymous if the server rejects the guest, and gets its error', async () => {
    latest().hello(null);
    const full = vi.fn(() => problem(429, 'rate_limited'));
    fetched.mockImplementation((url) => Promise.resolve(url.endsWith('/guests') ? full() : answer(url)));
    const refused = expect(session.request(CREATE)).rejects.toMatchObject({ code: 'rate_limited' });
    await passed();
    await refused;
    await passed(1500);
    expect(session.state).toBe('open');
    expect(guestsMade()).toBe(1);
    // A further command makes a further attempt.
    const refusedAgain = expect(session.request(CREATE)).rejects.toMatchObject({ code: 'rate_limited' });
    await passed();
    await refusedAgain;
    expect(guestsMade()).toBe(2);
  });

  it('gets a network error if the server does not answer', async () => {
    latest().hello(null);
    fetched.mockRejectedValue(new TypeError('offline'));
    const refused = expect(session.request(CREATE)).rejects.toMatchObject({ name: 'NetworkFailure' });
    await passed();
    await refused;
  });
});

describe('a guest in a browser that keeps no cookies', () => {
  beforeEach(async () => {
    cookiesAreKept = false;
    latest().hello(null);
    void session.request(CREATE);
    await passed();
    latest().hello(USER);
  });

  it('is the same guest on each new socket, because the session sends the token', async () => {
    for (let round = 0; round < 3; round += 1) {
      latest().breaks();
      await passed(FIRST_WITHIN_MS);
      latest().hello(null);
      expect(session.user).toEqual(USER);
      expect(latest().commands('authenticate')).toEqual([expect.objectContaining({ token: 'token of u1' })]);
      latest().says({ type: 'ok', id: latest().idOf('authenticate'), result: {} });
      latest().hello(USER);
    }
    expect(guestsMade()).toBe(1);
  });

  it('is the same guest after a reload of the page', async () => {
    session.connection.stop();
    session = new Session(vi.fn());
    session.start();
    latest().hello(null);
    await passed();
    expect(latest().commands('authenticate')).toEqual([expect.objectContaining({ token: 'token of u1' })]);
  });

  it('becomes anonymous when the server no longer knows the token', async () => {
    latest().says({ type: 'ok', id: latest().idOf('create_room'), result: {} });
    latest().breaks();
    await passed(FIRST_WITHIN_MS);
    latest().hello(null);
    expect(session.user).toEqual(USER);
    latest().says({ type: 'error', id: latest().idOf('authenticate'), code: 'bad_token', message: 'no' });
    await passed(60_000);
    expect(session.user).toBeNull();
    expect(sessionStorage.length).toBe(0);
    expect(guestsMade()).toBe(1);
  });
});

describe('a cookie that is valid over HTTP but not on the socket', () => {
  it('does not make the session reconnect in a loop', async () => {
    latest().hello(null);
    cookie = OTHER;
    void session.request(CREATE);
    await passed();
    expect(sockets).toHaveLength(2);
    latest().hello(null);
    await passed();
    // The session now creates a guest and sends its token on the open socket.
    expect(guestsMade()).toBe(1);
    expect(sockets).toHaveLength(2);
    expect(latest().commands('authenticate')).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  /** Lets this many attempts to connect fail in a row. */
  async function fail(attempts: number): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      latest().breaks();
      await passed(5000);
    }
  }

  it('shows its cause after three failed attempts, until the session is connected', async () => {
    latest().hello(USER);
    fetched.mockImplementation(() => Promise.resolve(problem(429, 'too_many')));
    await fail(2);
    expect(fetched).not.toHaveBeenCalled();
    await fail(1);
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/ws']);
    expect(session.trouble).toMatchObject({ code: 'too_many' });
    latest().hello(USER);
    expect(session.trouble).toBeNull();
  });

  it.each([
    ['an unreachable network', () => Promise.reject(new TypeError('offline')), { name: 'NetworkFailure' }],
    ['a proxy that does not reach the server', () => Promise.resolve(new Response('', { status: 502 })), { name: 'NoSocket' }],
    ['a server that shuts down', () => Promise.resolve(problem(503, 'unavailable')), { code: 'unavailable' }],
    ['a proxy that blocks WebSockets', () => Promise.resolve(problem(400, 'bad_message')), { name: 'NoSocket' }],
  ])('can be caused by %s', async (_, respond, trouble) => {
    fetched.mockImplementation(respond);
    await fail(3);
    expect(session.trouble).toMatchObject(trouble);
  });

  it('is shown after a delay, with the commands that wait to be sent', async () => {
    latest().hello(USER);
    latest().breaks();
    void session.request({ type: 'play', room: 'r1', ply: 0, move: 'a1b2' });
    expect(session.pending).toEqual(['play']);
    expect(session.steady.calm).toBe(true);
    await passed(1000);
    expect(session.steady.calm).toBe(false);
    latest().hello(USER);
    expect(session.pending).toEqual([]);
    await passed(1000);
    expect(session.steady.calm).toBe(true);
  });
});

describe('a reconnect to a changed server', () => {
  const hello = { type: 'hello', protocol: 1, server: 'sumito', client: 'b1', now: 0, user: USER } as const;

  it('reports a newer build of the page', async () => {
    latest().says(hello);
    latest().breaks();
    await passed(FIRST_WITHIN_MS);
    latest().says(hello);
    expect(session.build).toBe('same');
    latest().breaks();
    await passed(FIRST_WITHIN_MS);
    latest().says({ ...hello, client: 'b2' });
    expect(session.build).toBe('newer');
    expect(session.state).toBe('open');
  });

  it('sends nothing to a server with another protocol version', async () => {
    void session.request(CREATE).catch(() => undefined);
    latest().says({ ...hello, protocol: 2 });
    expect(session.build).toBe('foreign');
    await passed(60_000);
    expect(latest().sent).toEqual([]);
    expect(sockets).toHaveLength(1);
  });
});

describe('the URL of the socket', () => {
  it('is derived from the URL of the page', () => {
    expect(socketUrl('http://127.0.0.1:8080/room/x')).toBe('ws://127.0.0.1:8080/ws');
    expect(socketUrl('https://sumito.example/games')).toBe('wss://sumito.example/ws');
  });
});
