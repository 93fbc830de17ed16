import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage, Event, ServerMessage } from '$lib/protocol/types';
import { backoffMs } from './backoff';
import { Connection, type ConnectionListener, type RoomFollower } from './connection';
import { Refusal } from './refusal';
import { ServerTime } from './server-time';

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

describe('rooms', () => {
  function follower(since?: number): RoomFollower & { events: Event[]; refusals: Refusal[] } {
    const events: Event[] = [];
    const refusals: Refusal[] = [];
    return {
      events,
      refusals,
      since: () => since,
      snapshot: vi.fn(),
      notice: vi.fn(),
      control: vi.fn(),
      event: (event) => events.push(event),
      refused: (refusal) => refusals.push(refusal),
    };
  }

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
    const event = { room: 'r1', seq: 1, at: 1, kind: 'presence', seat: 0, connected: true, claimable_at: null } as const;
    latest().says({ type: 'event', ...event });
    latest().says({ type: 'event', ...event, room: 'r2' });
    expect(one.events).toHaveLength(1);
    leave();
    expect(latest().commands('unwatch')).toHaveLength(1);
    latest().says({ type: 'event', ...event });
    expect(one.events).toHaveLength(1);
  });

  it('are told when they cannot be watched', async () => {
    latest().hello();
    const one = follower();
    connection.follow('r1', one);
    const [sent] = latest().commands('watch');
    latest().says({ type: 'error', id: sent?.id ?? '', code: 'no_such_room', message: 'no' });
    await vi.waitFor(() => expect(one.refusals).toMatchObject([{ code: 'no_such_room' }]));
  });
});

describe('a server in trouble', () => {
  it('is asked again for the room a while later', async () => {
    latest().hello();
    const refused = vi.fn();
    connection.follow('r1', { since: () => undefined, snapshot: vi.fn(), event: vi.fn(), notice: vi.fn(), control: vi.fn(), refused });
    const [sent] = latest().commands('watch');
    latest().says({ type: 'error', id: sent?.id ?? '', code: 'busy', message: 'later' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(latest().commands('watch')).toHaveLength(2);
    expect(refused).not.toHaveBeenCalled();
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

describe('the server’s time', () => {
  it('is never ahead of the server, and as near as the quickest message allows', () => {
    let local = 1000;
    const time = new ServerTime(() => local);
    const ahead = 5_000_000;
    for (const delayMs of [80, 20, 200]) {
      local += 1000;
      time.learn((local - delayMs) * 1000 + ahead);
    }
    expect(time.now()).toBe((local - 20) * 1000 + ahead);
  });

  it('forgets what was long ago', () => {
    let local = 0;
    const time = new ServerTime(() => local);
    time.learn(9_000_000);
    for (let message = 0; message < 16; message += 1) {
      local += 1;
      time.learn(local * 1000);
    }
    expect(time.now()).toBe(local * 1000);
  });
});
