import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkFailure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Command, ErrorCode, Outcome, RoomSummary, Seek } from '$lib/base/protocol/types';
import type { AnalysisFollower, LobbyFollower, MyGamesFollower, RoomFollower } from './topic';
import { Topics } from './topics';

const CLOCKS = { remaining_ms: [5000], running: 0, turn_began_at: 2, free_ms: 0, shared: true, first_move_by: null };
const R1 = { kind: 'room', id: 'r1' } as const;
const MAIN = { kind: 'lobby', id: 'main' } as const;

interface Asked {
  readonly command: Command;
  resolve(outcome: Outcome): void;
  reject(reason: Error): void;
}

let asked: Asked[];
let topics: Topics;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  topics = new Topics(
    (command) => new Promise((resolve, reject) => asked.push({ command, resolve, reject })),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

function roomFollower(since?: number) {
  return {
    since: vi.fn<RoomFollower['since']>(() => since),
    snapshot: vi.fn<RoomFollower['snapshot']>(),
    event: vi.fn<RoomFollower['event']>(),
    presence: vi.fn<RoomFollower['presence']>(),
    ratings: vi.fn<RoomFollower['ratings']>(),
    clock: vi.fn<RoomFollower['clock']>(),
    notice: vi.fn<RoomFollower['notice']>(),
    control: vi.fn<RoomFollower['control']>(),
    conditionalMoves: vi.fn<RoomFollower['conditionalMoves']>(),
    onError: vi.fn<RoomFollower['onError']>(),
  };
}

function lobbyFollower() {
  return { changed: vi.fn<LobbyFollower['changed']>(), onError: vi.fn<LobbyFollower['onError']>() };
}

function commands(): Command[] {
  return asked.map(({ command }) => command);
}

const ok = async (): Promise<void> => {
  asked.at(-1)?.resolve({});
  await vi.advanceTimersByTimeAsync(0);
};

const refuse = async (code: ErrorCode): Promise<void> => {
  asked.at(-1)?.reject(new Refusal(code, 'no'));
  await vi.advanceTimersByTimeAsync(0);
};

describe('a followed topic', () => {
  it('is subscribed to on each new connection', async () => {
    topics.follow(MAIN, lobbyFollower());
    expect(asked).toEqual([]);
    void topics.resume();
    await ok();
    topics.pause();
    void topics.resume();
    expect(commands()).toEqual([
      { type: 'subscribe', lobby: 'main' },
      { type: 'subscribe', lobby: 'main' },
    ]);
  });

  it('passes an analysis to the followers of that game’s analysis', async () => {
    void topics.resume();
    const follower = { changed: vi.fn<AnalysisFollower['changed']>(), onError: vi.fn<AnalysisFollower['onError']>() };
    const following = topics.follow({ kind: 'analysis', id: 'g1' }, follower);
    await ok();
    const message = { type: 'analysis', plies: 2, done: false, full: true, positions: [] } as const;
    topics.deliver({ ...message, game: 'g1', positions: [] });
    topics.deliver({ ...message, game: 'g2', positions: [] });
    following.end();
    expect(follower.changed.mock.calls.map(([{ game }]) => game)).toEqual(['g1']);
    expect(commands()).toEqual([
      { type: 'subscribe', analysis: 'g1' },
      { type: 'unsubscribe', analysis: 'g1' },
    ]);
  });

  it('passes an update in several parts to its followers when it is complete', () => {
    const follower = lobbyFollower();
    topics.follow(MAIN, follower);
    const [a, b, c] = [{ room: 'a' } as RoomSummary, { room: 'b' } as RoomSummary, { room: 'c' } as RoomSummary];
    const part = { type: 'lobby' as const, lobby: 'main', gone: [] };
    topics.deliver({ ...part, full: true, rooms: [a], more: true });
    topics.deliver({ ...part, lobby: 'other', full: true, rooms: [] });
    topics.deliver({ ...part, full: false, rooms: [b], seeks: [{ id: 's' } as Seek], more: true });
    expect(follower.changed).not.toHaveBeenCalled();
    topics.deliver({ ...part, full: false, rooms: [c], gone: ['d'] });
    expect(follower.changed).toHaveBeenCalledExactlyOnceWith([a, b, c], ['d'], true, [{ id: 's' }], []);
    topics.deliver({ ...part, full: false, rooms: [a] });
    expect(follower.changed).toHaveBeenLastCalledWith([a], [], false, [], []);
  });

  it('drops an incomplete update when the connection is lost', () => {
    const follower = lobbyFollower();
    topics.follow(MAIN, follower);
    const part = { type: 'lobby' as const, lobby: 'main', full: true, gone: [] };
    topics.deliver({ ...part, rooms: [{ room: 'a' } as RoomSummary], more: true });
    topics.pause();
    topics.deliver({ ...part, rooms: [] });
    expect(follower.changed).toHaveBeenCalledExactlyOnceWith([], [], true, [], []);
  });

  it('is unsubscribed from when its last follower leaves', async () => {
    void topics.resume();
    const [one, other] = [topics.follow(MAIN, lobbyFollower()), topics.follow(MAIN, lobbyFollower())];
    one.end();
    expect(commands().filter(({ type }) => type === 'unsubscribe')).toEqual([]);
    other.end();
    other.end();
    expect(commands().filter(({ type }) => type === 'unsubscribe')).toHaveLength(1);
    await ok();
    topics.pause();
    void topics.resume();
    expect(commands().filter(({ type }) => type === 'subscribe')).toHaveLength(1);
  });

  it('is up to date when the server has accepted or rejected all subscriptions', async () => {
    topics.follow(MAIN, lobbyFollower());
    topics.follow(R1, roomFollower());
    const resumed = vi.fn();
    void topics.resume().then(resumed);
    asked[0]?.reject(new Refusal('out_of_range', 'no'));
    await vi.advanceTimersByTimeAsync(0);
    expect(resumed).not.toHaveBeenCalled();
    asked[1]?.resolve({});
    await vi.advanceTimersByTimeAsync(0);
    expect(resumed).toHaveBeenCalledTimes(1);
  });
});

describe('a room', () => {
  it('is watched again from the last known event', async () => {
    const known: { seq?: number } = {};
    topics.follow(R1, { ...roomFollower(), since: () => known.seq });
    void topics.resume();
    await ok();
    known.seq = 12;
    topics.pause();
    void topics.resume();
    expect(commands()).toEqual([
      { type: 'watch', room: 'r1' },
      { type: 'watch', room: 'r1', since: 12 },
    ]);
  });

  it('is watched from the earliest of its followers’ last known events', async () => {
    void topics.resume();
    topics.follow(R1, roomFollower(9));
    await ok();
    topics.follow(R1, roomFollower(4));
    await ok();
    topics.follow(R1, roomFollower());
    expect(commands().map((command) => (command.type === 'watch' ? command.since : null))).toEqual([9, 4, undefined]);
  });

  it('is requested again only after the pending request is answered', async () => {
    void topics.resume();
    const following = topics.follow(R1, roomFollower());
    following.again();
    following.again();
    expect(asked).toHaveLength(1);
    await ok();
    expect(asked).toHaveLength(2);
    await ok();
    expect(asked).toHaveLength(2);
  });

  it('is controlled by this connection when it is watched', async () => {
    const one = roomFollower();
    topics.follow(R1, one);
    void topics.resume();
    await ok();
    expect(one.control).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('passes its messages to its own followers only', () => {
    const [one, other] = [roomFollower(), roomFollower()];
    topics.follow(R1, one);
    const following = topics.follow(R1, other);
    const event = { type: 'event', room: 'r1', seq: 1, at: 1, kind: 'ready', seat: 0, ready: true } as const;
    const seats = [{ connected: true, claimable_at: null }];
    topics.deliver(event);
    topics.deliver({ ...event, room: 'r2' });
    topics.deliver({ type: 'presence', room: 'r1', seats });
    topics.deliver({ type: 'ratings', room: 'r1', seats: [{ rating: 1512, change: 12 }, null] });
    topics.deliver({ type: 'clock', room: 'r1', at: 3, clocks: CLOCKS, cause: 'continued' });
    topics.deliver({ type: 'notice', room: 'r1', notice: 'room_lost' });
    topics.deliver({ type: 'control', room: 'r1', yours: false });
    for (const each of [one, other]) {
      expect(each.event).toHaveBeenCalledExactlyOnceWith(event);
      expect(each.presence).toHaveBeenCalledExactlyOnceWith(seats);
      expect(each.ratings).toHaveBeenCalledExactlyOnceWith([{ rating: 1512, change: 12 }, null]);
      expect(each.clock).toHaveBeenCalledExactlyOnceWith({ clocks: CLOCKS, at: 3 });
      expect(each.notice).toHaveBeenCalledExactlyOnceWith('room_lost');
      expect(each.control).toHaveBeenCalledExactlyOnceWith(false);
    }
    following.end();
    topics.deliver(event);
    expect(one.event).toHaveBeenCalledTimes(2);
    expect(other.event).toHaveBeenCalledTimes(1);
  });
});

describe('a lobby', () => {
  it('passes its changes to its followers', () => {
    const one = lobbyFollower();
    topics.follow(MAIN, one);
    topics.deliver({ type: 'lobby', lobby: 'main', full: true, rooms: [], gone: ['x'] });
    topics.deliver({ type: 'lobby', lobby: 'other', full: true, rooms: [], gone: [] });
    expect(one.changed).toHaveBeenCalledExactlyOnceWith([], ['x'], true, [], []);
  });
});

describe('the user’s games', () => {
  const MY_GAMES = { kind: 'myGames', id: 'all' } as const;

  it('are subscribed to when the user is known, again on each socket', async () => {
    const one = { changed: vi.fn<MyGamesFollower['changed']>(), onError: vi.fn<MyGamesFollower['onError']>() };
    topics.follow(MY_GAMES, one);
    for (let round = 0; round < 2; round += 1) {
      void topics.resume();
      expect(asked).toHaveLength(round);
      topics.identified();
      await ok();
      topics.pause();
    }
    expect(commands()).toEqual([
      { type: 'subscribe', my_games: true },
      { type: 'subscribe', my_games: true },
    ]);
    topics.deliver({ type: 'my_games', full: true, rooms: [], gone: ['x'] });
    topics.deliver({ type: 'lobby', lobby: 'main', full: true, rooms: [], gone: [] });
    expect(one.changed).toHaveBeenCalledExactlyOnceWith([], ['x'], true);
  });
});

describe('a rejected topic', () => {
  it.each([
    ['room', R1, roomFollower],
    ['lobby', MAIN, lobbyFollower],
  ] as const)('is requested again with growing delays after a temporary error: a %s', async (_, topic, make) => {
    const one = make();
    topics.follow<'room' | 'lobby'>(topic, one as ReturnType<typeof roomFollower> & ReturnType<typeof lobbyFollower>);
    void topics.resume();
    for (const [code, wait] of [
      ['busy', 1000],
      ['unavailable', 2000],
      ['rate_limited', 4000],
      ['internal', 8000],
    ] as const) {
      const before = asked.length;
      await refuse(code);
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(asked).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toHaveLength(before + 1);
    }
    expect(one.onError).not.toHaveBeenCalled();
    await ok();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(5);
  });

  it('reports a permanent error to its followers, and is not requested again', async () => {
    const [room, lobby] = [roomFollower(), lobbyFollower()];
    void topics.resume();
    topics.follow(R1, room);
    await refuse('no_such_room');
    topics.follow(MAIN, lobby);
    await refuse('too_many');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(room.onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'no_such_room' }));
    expect(lobby.onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'too_many' }));
    expect(asked).toHaveLength(2);
  });

  it('is not requested again after its last follower has left, or without a connection', async () => {
    void topics.resume();
    const following = topics.follow(R1, roomFollower());
    await refuse('busy');
    following.end();
    topics.follow(MAIN, lobbyFollower());
    asked.at(-1)?.reject(new NetworkFailure('gone'));
    topics.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(commands().map(({ type }) => type)).toEqual(['watch', 'unwatch', 'subscribe']);
  });
});
