import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage, ServerMessage } from '$lib/protocol/types';
import { backoffMs } from './backoff';
import { Connection, type ConnectionListener, type RoomFollower } from './connection';

/** A socket in memory, with the server's end of it. */
class FakeSocket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  /** The server says something. */
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  hello(): void {
    this.says({ type: 'hello', protocol: 1, server: 'test', now: 0, user: { id: 'u1', name: 'A', guest: true } });
  }

  /** The connection breaks. */
  breaks(): void {
    this.onclose?.();
  }

  commands(type: ClientMessage['type']): ClientMessage[] {
    return this.sent.filter((message) => message.type === type);
  }
}

let sockets: FakeSocket[];
let connection: Connection;
let listener: { [Key in keyof ConnectionListener]: ReturnType<typeof vi.fn> };

function latest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('nothing has connected yet');
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  listener = { state: vi.fn(), user: vi.fn(), latency: vi.fn(), error: vi.fn() };
  connection = new Connection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  }, listener as unknown as ConnectionListener);
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

const CLOCKS = { remaining_ms: [5000], running: 0, turn_began_at: 2, free_ms: 0, shared: true, first_move_by: null };

const play = { type: 'play', room: 'r1', ply: 0, move: 'a1b2' } as const;

describe('commands', () => {
  it('wait until the server has said hello', async () => {
    const answer = connection.request(play);
    expect(latest().sent).toEqual([]);
    latest().hello();
    const [sent] = latest().commands('play');
    expect(sent).toMatchObject(play);
    latest().says({ type: 'ok', id: sent?.id ?? '', result: { seq: 7 } });
    await expect(answer).resolves.toEqual({ seq: 7 });
  });

  it('are refused with the server’s reason', async () => {
    latest().hello();
    const answer = connection.request(play);
    const [sent] = latest().commands('play');
    latest().says({ type: 'error', id: sent?.id ?? '', code: 'illegal_move', message: 'no', reason: 'pac' });
    await expect(answer).rejects.toMatchObject({ code: 'illegal_move', reason: 'pac' });
  });

  it('are sent again under the same id until they are answered', async () => {
    latest().hello();
    const answer = connection.request(play);
    const [first] = latest().commands('play');
    latest().breaks();
    vi.runOnlyPendingTimers();
    expect(sockets).toHaveLength(2);
    latest().hello();
    expect(latest().commands('play')).toEqual([first]);
    latest().says({ type: 'ok', id: first?.id ?? '', result: {} });
    await expect(answer).resolves.toEqual({});
    latest().breaks();
    vi.runOnlyPendingTimers();
    latest().hello();
    expect(latest().commands('play')).toEqual([]);
  });
});

/** Somebody who writes down what they hear of a room. */
function follower(since?: number): { [Key in keyof RoomFollower]: ReturnType<typeof vi.fn<RoomFollower[Key]>> } {
  return {
    since: vi.fn(() => since),
    snapshot: vi.fn(),
    event: vi.fn(),
    presence: vi.fn(),
    clock: vi.fn(),
    notice: vi.fn(),
    control: vi.fn(),
    refused: vi.fn(),
  };
}

describe('rooms', () => {
  it('are watched at once, and from where one was after a reconnect', () => {
    latest().hello();
    const known: { seq?: number } = {};
    connection.follow('r1', { ...follower(), since: () => known.seq });
    expect(latest().commands('watch')).toEqual([{ id: expect.any(String), type: 'watch', room: 'r1' }]);
    known.seq = 12;
    latest().breaks();
    vi.runOnlyPendingTimers();
    latest().hello();
    expect(latest().commands('watch')).toEqual([{ id: expect.any(String), type: 'watch', room: 'r1', since: 12 }]);
  });

  it('are asked for before old commands are sent again', () => {
    latest().hello();
    connection.follow('r1', follower(3));
    void connection.request(play);
    latest().breaks();
    vi.runOnlyPendingTimers();
    latest().hello();
    const types = latest().sent.map(({ type }) => type);
    expect(types.indexOf('watch')).toBeLessThan(types.indexOf('play'));
  });

  it('hear what concerns them until they are left', () => {
    latest().hello();
    const one = follower();
    const leave = connection.follow('r1', one);
    const event = { room: 'r1', seq: 1, at: 1, kind: 'ready', seat: 0, ready: true } as const;
    latest().says({ type: 'event', ...event });
    latest().says({ type: 'event', ...event, room: 'r2' });
    expect(one.event).toHaveBeenCalledExactlyOnceWith({ type: 'event', ...event });
    leave();
    expect(latest().commands('unwatch')).toHaveLength(1);
    latest().says({ type: 'event', ...event });
    expect(one.event).toHaveBeenCalledTimes(1);
  });

  it('hear who is there, and how the clocks stand', () => {
    latest().hello();
    const one = follower();
    connection.follow('r1', one);
    const seats = [{ connected: true, claimable_at: null }];
    latest().says({ type: 'presence', room: 'r1', seats });
    latest().says({ type: 'presence', room: 'r2', seats: [] });
    latest().says({ type: 'clock', room: 'r1', at: 3, clocks: CLOCKS, cause: 'continued' });
    latest().says({ type: 'clock', room: 'r2', at: 4, clocks: CLOCKS, cause: 'resumed' });
    expect(one.presence).toHaveBeenCalledExactlyOnceWith(seats);
    expect(one.clock).toHaveBeenCalledExactlyOnceWith({ clocks: CLOCKS, at: 3 });
  });

  it('are told when they cannot be watched', async () => {
    latest().hello();
    const one = follower();
    connection.follow('r1', one);
    const [sent] = latest().commands('watch');
    latest().says({ type: 'error', id: sent?.id ?? '', code: 'no_such_room', message: 'no' });
    await vi.waitFor(() => expect(one.refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'no_such_room' })));
  });
});

describe('a server in trouble', () => {
  it('is asked again for the room a while later', async () => {
    latest().hello();
    const one = follower();
    connection.follow('r1', one);
    const [sent] = latest().commands('watch');
    latest().says({ type: 'error', id: sent?.id ?? '', code: 'busy', message: 'later' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(latest().commands('watch')).toHaveLength(2);
    expect(one.refused).not.toHaveBeenCalled();
  });
});

describe('the connection', () => {
  it('tells its state', () => {
    latest().hello();
    latest().breaks();
    vi.runOnlyPendingTimers();
    expect(listener.state.mock.calls.flat()).toEqual(['open', 'waiting', 'connecting']);
  });

  it('is given up when a ping is not answered', () => {
    latest().hello();
    vi.advanceTimersByTime(6_900);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.closed).toBe(true);
  });

  it('stays as long as pings are answered', () => {
    latest().hello();
    for (let round = 0; round < 10; round += 1) {
      vi.advanceTimersByTime(4_000);
      const ping = latest().commands('ping').at(-1);
      if (ping?.type !== 'ping') throw new Error('a ping goes out every four seconds');
      latest().says({ type: 'pong', t: ping.t, now: 0 });
    }
    expect(sockets).toHaveLength(1);
    expect(listener.latency).toHaveBeenCalled();
  });

  it('does not wait when the network comes back', () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      latest().breaks();
      vi.runOnlyPendingTimers();
    }
    latest().breaks();
    const before = sockets.length;
    connection.nudge();
    expect(sockets).toHaveLength(before + 1);
  });

  it('learns the time from greetings and pongs alone, at fixed times, whatever is late', () => {
    const ahead = 90_000_000;
    const serverNow = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000) + ahead;
    latest().says({ type: 'hello', protocol: 1, server: 'test', now: serverNow(), user: null });
    connection.follow('r1', follower(0));
    for (let tenth = 1; tenth <= 600; tenth += 1) {
      vi.advanceTimersByTime(100);
      // A spectator's stream, a minute late, or one that is caught up with: more of it than of anything else.
      const at = serverNow() - 60_000_000;
      latest().says({ type: 'event', room: 'r1', seq: tenth, at, kind: 'ready', seat: 0, ready: true });
      latest().says({ type: 'clock', room: 'r1', at, clocks: CLOCKS, cause: 'resumed' });
      const ping = latest().commands('ping').at(-1);
      if (tenth % 40 === 0 && ping?.type === 'ping') latest().says({ type: 'pong', t: ping.t, now: serverNow() });
      expect(Math.abs(connection.time.now() - serverNow())).toBeLessThan(2000);
    }
    expect(latest().commands('ping')).toHaveLength(16);
  });

  it('passes on errors that answer no command', () => {
    latest().hello();
    latest().says({ type: 'error', code: 'rate_limited', message: 'slow down' });
    expect(listener.error).toHaveBeenCalledWith(expect.objectContaining({ code: 'rate_limited' }));
  });
});

describe('waiting between attempts', () => {
  it('doubles from 100 ms to 5 s', () => {
    expect([0, 1, 2, 5, 6, 40].map((attempt) => backoffMs(attempt, 0))).toEqual([100, 200, 400, 3200, 5000, 5000]);
  });

  it('is shortened by at most half', () => {
    expect(backoffMs(6, 0.5)).toBe(3750);
    expect(backoffMs(6, 0.999)).toBeGreaterThan(2500);
  });
});
