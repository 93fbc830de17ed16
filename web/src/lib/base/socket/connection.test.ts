import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, USER } from '../../../test/fake-socket';
import { FIRST_WITHIN_MS, backoffMs } from './backoff';
import { Connection } from './connection';
import type { ConnectionListener } from './listener';
import type { RoomFollower } from './topics/topic';

let sockets: FakeSocket[];
let connection: Connection;
const listener = {
  state: vi.fn<ConnectionListener['state']>(),
  hello: vi.fn<ConnectionListener['hello']>(),
  token: vi.fn<ConnectionListener['token']>(),
  badToken: vi.fn<ConnectionListener['badToken']>(),
  anonymous: vi.fn<ConnectionListener['anonymous']>(),
  waiting: vi.fn<ConnectionListener['waiting']>(),
  latency: vi.fn<ConnectionListener['latency']>(),
  notification: vi.fn<ConnectionListener['notification']>(),
  announcement: vi.fn<ConnectionListener['announcement']>(),
  error: vi.fn<ConnectionListener['error']>(),
};

function latest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket has been opened yet');
  return socket;
}

/** Breaks the connection, and sends `hello` on the next socket. */
function reconnect(): void {
  latest().breaks();
  vi.advanceTimersByTime(FIRST_WITHIN_MS);
  latest().hello();
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  for (const heard of Object.values(listener)) heard.mockReset();
  listener.hello.mockReturnValue(true);
  listener.token.mockReturnValue(null);
  connection = new Connection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  }, listener);
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

const CLOCKS = { remaining_ms: [5000], running: 0, turn_began_at: 2, free_ms: 0, shared: true, first_move_by: null };
const PLAY = { type: 'play', room: 'r1', ply: 0, move: 'a1b2' } as const;
const ROOM = { kind: 'room', id: 'r1' } as const;

function follower(): RoomFollower {
  return {
    since: () => 3,
    snapshot: vi.fn(),
    event: vi.fn(),
    presence: vi.fn(),
    ratings: vi.fn(),
    clock: vi.fn(),
    notice: vi.fn(),
    control: vi.fn(),
    conditionalMoves: vi.fn(),
    onError: vi.fn(),
  };
}

describe('a command', () => {
  it('is sent after the server’s hello, and resolves with the answer', async () => {
    const answer = connection.request(PLAY);
    expect(latest().sent).toEqual([]);
    latest().hello();
    expect(latest().commands('play')).toEqual([expect.objectContaining(PLAY)]);
    latest().says({ type: 'ok', id: latest().idOf('play'), result: { seq: 7 } });
    await expect(answer).resolves.toEqual({ seq: 7 });
  });

  it('fails with the server’s error and reason', async () => {
    latest().hello();
    const answer = connection.request(PLAY);
    latest().says({ type: 'error', id: latest().idOf('play'), code: 'illegal_move', message: 'no', reason: 'pac' });
    await expect(answer).rejects.toMatchObject({ code: 'illegal_move', reason: 'pac' });
  });

  it('is sent again after the rooms are watched again', () => {
    latest().hello();
    connection.follow(ROOM, follower());
    void connection.request(PLAY);
    reconnect();
    const types = latest().sent.map(({ type }) => type);
    expect(types.indexOf('watch')).toBeLessThan(types.indexOf('play'));
  });

  it('without an answer fails after the reconnect, once the followed rooms are up to date', async () => {
    latest().hello();
    connection.follow(ROOM, follower());
    const answer = connection.request({ type: 'resign', room: 'r1' });
    let rejected = false;
    answer.catch(() => (rejected = true));
    latest().breaks();
    vi.advanceTimersByTime(FIRST_WITHIN_MS);
    vi.advanceTimersByTime(6_950);
    vi.advanceTimersByTime(2_000);
    latest().hello();
    latest().pongs();
    await vi.advanceTimersByTimeAsync(0);
    expect(rejected).toBe(false);
    expect(latest().commands('resign')).toEqual([]);
    latest().says({ type: 'ok', id: latest().idOf('watch'), result: { seq: 3 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(rejected).toBe(false);
    latest().pongs();
    await expect(answer).rejects.toMatchObject({ name: 'Unanswered', command: 'resign' });
    expect(latest().commands('resign')).toEqual([]);
  });
});

describe('an anonymous visitor', () => {
  it('can watch a room, and must become a guest to send a move', () => {
    latest().hello(null);
    connection.follow(ROOM, follower());
    expect(latest().commands('watch')).toHaveLength(1);
    expect(listener.anonymous).not.toHaveBeenCalled();
    void connection.request(PLAY);
    expect(listener.anonymous).toHaveBeenCalledTimes(1);
    expect(latest().commands('play')).toEqual([]);
    listener.token.mockReturnValue('secret');
    connection.introduce();
    expect(latest().commands('authenticate')).toEqual([expect.objectContaining({ token: 'secret' })]);
    latest().says({ type: 'ok', id: latest().idOf('authenticate'), result: {} });
    expect(latest().commands('play')).toEqual([]);
    latest().hello(USER);
    expect(latest().commands('play')).toHaveLength(1);
    expect(latest().commands('watch')).toHaveLength(1);
  });

  it('sends its token on each socket before the first move', () => {
    listener.token.mockReturnValue('secret');
    void connection.request(PLAY);
    for (let round = 0; round < 2; round += 1) {
      latest().hello(null);
      expect(latest().commands('authenticate')).toHaveLength(1);
      expect(latest().commands('play')).toEqual([]);
      latest().hello(USER);
      expect(latest().commands('play')).toHaveLength(1);
      latest().breaks();
      vi.advanceTimersByTime(FIRST_WITHIN_MS);
    }
    expect(listener.anonymous).not.toHaveBeenCalled();
  });

  it('becomes anonymous again if the server does not know the token', async () => {
    listener.token.mockReturnValue('old');
    listener.badToken.mockImplementation(() => listener.token.mockReturnValue(null));
    void connection.request(PLAY);
    latest().hello(null);
    latest().says({ type: 'error', id: latest().idOf('authenticate'), code: 'bad_token', message: 'no' });
    await vi.advanceTimersByTimeAsync(0);
    expect(listener.badToken).toHaveBeenCalledTimes(1);
    expect(listener.anonymous).toHaveBeenCalledTimes(1);
  });

  it('sends the token again if the server is temporarily unavailable', async () => {
    listener.token.mockReturnValue('secret');
    latest().hello(null);
    latest().says({ type: 'error', id: latest().idOf('authenticate'), code: 'unavailable', message: 'later' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(latest().commands('authenticate')).toHaveLength(2);
    expect(listener.badToken).not.toHaveBeenCalled();
  });
});

describe('a visitor who becomes a user', () => {
  it('subscribes to the user’s games, again on each new socket', () => {
    connection.follow({ kind: 'myGames', id: 'all' }, { changed: vi.fn(), onError: vi.fn() });
    latest().hello(null);
    expect(latest().commands('subscribe')).toEqual([]);
    latest().hello(USER);
    expect(latest().commands('subscribe')).toEqual([{ id: expect.any(String), type: 'subscribe', my_games: true }]);
    reconnect();
    expect(latest().commands('subscribe')).toHaveLength(1);
  });
});

describe('the connection', () => {
  it('reports its state and the number of failed attempts in a row', () => {
    latest().hello();
    latest().breaks();
    vi.advanceTimersByTime(FIRST_WITHIN_MS);
    latest().breaks();
    expect(listener.state.mock.calls).toEqual([
      ['open', 0],
      ['waiting', 1],
      ['connecting', 0],
      ['waiting', 2],
    ]);
  });

  it('is in doubt while a ping is unanswered for too long', () => {
    latest().hello();
    vi.advanceTimersByTime(2_000);
    latest().pongs();
    expect(listener.state.mock.calls.map(([state]) => state)).toEqual(['open', 'doubtful', 'open']);
  });

  it('still sends commands while it is in doubt', () => {
    latest().hello();
    vi.advanceTimersByTime(2_000);
    void connection.request(PLAY);
    expect(latest().commands('play')).toHaveLength(1);
  });

  it('is replaced if the server answers no ping, or sends no hello', () => {
    vi.advanceTimersByTime(7_300);
    expect(sockets).toHaveLength(2);
    latest().hello();
    vi.advanceTimersByTime(7_300);
    expect(sockets).toHaveLength(3);
    expect(sockets.map(({ closed }) => closed)).toEqual([true, true, false]);
  });

  it('closes a replaced socket only after that socket has connected', () => {
    const [former] = sockets;
    if (former === undefined) throw new Error('no socket has been opened yet');
    former.readyState = WebSocket.CONNECTING;
    connection.start();
    expect([sockets.length, former.closed]).toEqual([2, false]);
    former.onopen?.();
    expect(former.closed).toBe(true);
    former.hello();
    expect(listener.hello).not.toHaveBeenCalled();
  });

  it('closes a replaced socket that never connects', () => {
    const [former] = sockets;
    if (former === undefined) throw new Error('no socket has been opened yet');
    former.readyState = WebSocket.CONNECTING;
    connection.start();
    latest().hello();
    vi.advanceTimersByTime(7_000);
    expect(former.closed).toBe(true);
  });

  it('stays open as long as the server answers pings', () => {
    latest().hello();
    for (let round = 0; round < 10; round += 1) {
      vi.advanceTimersByTime(4_000);
      latest().pongs();
    }
    expect(sockets).toHaveLength(1);
    expect(listener.latency).toHaveBeenCalled();
  });

  it('connects at once when the network is back', () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      latest().breaks();
      vi.runOnlyPendingTimers();
    }
    latest().breaks();
    const before = sockets.length;
    connection.nudge();
    expect(sockets).toHaveLength(before + 1);
  });

  it('is closed for good if the session rejects the server’s hello', () => {
    listener.hello.mockReturnValue(false);
    connection.follow(ROOM, follower());
    latest().hello();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(latest().closed).toBe(true);
    expect(latest().sent).toEqual([]);
  });

  it('learns the server’s time from hello and pong messages only, not from late events', () => {
    const ahead = 90_000_000;
    const serverNow = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000) + ahead;
    latest().hello(null, serverNow());
    connection.follow(ROOM, follower());
    for (let tenth = 1; tenth <= 600; tenth += 1) {
      vi.advanceTimersByTime(100);
      // A spectator's stream is one minute late, or a stream catches up. Its messages outnumber all others.
      const at = serverNow() - 60_000_000;
      latest().says({ type: 'event', room: 'r1', seq: tenth, at, kind: 'ready', seat: 0, ready: true });
      latest().says({ type: 'clock', room: 'r1', at, clocks: CLOCKS, cause: 'resumed' });
      if (tenth % 40 === 0) latest().pongs(serverNow());
      expect(Math.abs(connection.time.now() - serverNow())).toBeLessThan(2000);
    }
    expect(latest().commands('ping')).toHaveLength(16);
  });

  it('reports errors that belong to no command', () => {
    latest().hello();
    latest().says({ type: 'error', code: 'rate_limited', message: 'slow down' });
    expect(listener.error).toHaveBeenCalledWith(expect.objectContaining({ code: 'rate_limited' }));
  });
});

describe('the wait between attempts to connect', () => {
  it('is short at first, and then doubles from 200 ms to 5 s', () => {
    expect([0, 0.5, 1].map((random) => backoffMs(0, random))).toEqual([0, 150, 300]);
    expect([1, 2, 5, 6, 40].map((attempt) => backoffMs(attempt, 0))).toEqual([200, 400, 3200, 5000, 5000]);
  });

  it('is shortened by at most half', () => {
    expect(backoffMs(6, 0.5)).toBe(3750);
    expect(backoffMs(6, 0.999)).toBeGreaterThan(2500);
  });
});
