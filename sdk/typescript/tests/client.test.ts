/** The guarantees of the package, each against the real server. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  BadAddress,
  Client,
  Closed,
  Disconnected,
  Expired,
  Http,
  OutcomeUnknown,
  PROTOCOL,
  ProtocolMismatch,
  Refused,
  Unreachable,
  playGame,
  serve,
  type ClientOptions,
  type Room,
} from 'sumito-client';
import type { ChatChannel, Clock, CreateRoom, ServerMessage, Snapshot } from 'sumito-client/types';
import { MOVES } from './recorded.js';
import { Proxy, Server, unchanged } from './server.js';

const UNTIMED: CreateRoom = { clock: { kind: 'none' } };

let server: Server;
/** Resources to close after each test. */
let open: { close(): unknown }[] = [];

before(async () => {
  server = await Server.start();
});
after(() => server.stop());
afterEach(async () => {
  const ended = open.reverse();
  open = [];
  for (const end of ended) await end.close();
});

async function guest(options: Omit<ClientOptions, 'token'> = {}, url = server.url): Promise<Client> {
  const client = await Client.guest(url, options);
  open.push(client);
  return client;
}

async function proxy(): Promise<Proxy> {
  const made = await Proxy.to(server);
  open.push(made);
  return made;
}

/** A game that has started, in the view of each player. */
async function table(first: Client, second: Client, settings: CreateRoom = UNTIMED): Promise<[Room, Room]> {
  const ours = await first.createRoom(settings);
  const theirs = await second.join(ours.id);
  for (const room of [ours, theirs]) await room.until((state) => state.status === 'playing');
  return [ours, theirs];
}

/** Plays a move, and reads until the state includes it. */
async function play(room: Room, move: string | undefined): Promise<void> {
  const { ply } = room.state;
  await room.play(move ?? '');
  await room.until((state) => state.ply > ply);
}

/** A state without the moment to which its clocks refer. */
function timeless({ at: _at, clocks: _clocks, ...state }: Snapshot): object {
  return state;
}

async function assertSameAsServer(room: Room): Promise<void> {
  const stored = await new Http(server.url).room(room.id, true);
  await room.until((state) => state.seq >= stored.seq && JSON.stringify(state.seats) === JSON.stringify(stored.seats));
  assert.deepEqual(timeless(room.state), timeless(stored));
}

function refusedWith(code: string): (failure: unknown) => boolean {
  return (failure) => failure instanceof Refused && failure.code === code;
}

/** Waits until a condition holds that no event announces. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('games', () => {
  it('two clients play a game to its end', async () => {
    const rooms = await table(await guest(), await guest());
    for (const [ply, move] of MOVES.entries()) {
      await rooms[ply % 2 === 0 ? 0 : 1].play(move);
      for (const room of rooms) await room.until((state) => state.ply > ply);
    }
    for (const room of rooms) {
      await room.until((state) => state.result !== null);
      assert.deepEqual(room.state.result, { winners: [1], reason: 'ejections', score: [0, 6] });
      await assertSameAsServer(room);
    }
  });

  it('a rejected move is a typed error', async () => {
    const [ours, theirs] = await table(await guest(), await guest());
    await assert.rejects(ours.play('e5e6'), { name: 'Refused', code: 'illegal_move', reason: 'empty_cell' });
    await assert.rejects(theirs.play('i5h5'), refusedWith('not_your_turn'));
    assert.equal(ours.state.ply, 0);
  });

  it('a takeback and a rematch are folded as the server has them', async () => {
    const [ours, theirs] = await table(await guest(), await guest());
    await play(ours, MOVES[0]);
    await theirs.until((state) => state.ply === 1);
    await play(theirs, MOVES[1]);
    await ours.until((state) => state.ply === 2);
    await ours.offer('takeback');
    await theirs.until((state) => state.offers.length > 0);
    await theirs.accept('takeback');
    for (const room of [ours, theirs]) await room.until((state) => state.ply === 0);
    await assertSameAsServer(ours);
    await ours.resign();
    await theirs.until((state) => state.result !== null);
    await ours.offer('rematch');
    await theirs.until((state) => state.offers.length > 0);
    await theirs.accept('rematch');
    for (const room of [ours, theirs]) await room.until((state) => state.status === 'playing' && state.result === null);
    await assertSameAsServer(ours);
    assert.deepEqual([ours.seat, theirs.seat], [1, 0]);
  });

  it('three players fold a game as the server has it', async () => {
    const first = await (await guest()).createRoom({ ...UNTIMED, mode: 'three' });
    const rooms = [first];
    while (rooms.length < 3) rooms.push(await (await guest()).join(first.id));
    for (let ply = 0; ply < 24; ply += 1) {
      for (const room of rooms) await room.until((state) => state.status === 'playing' && state.ply === ply);
      const mover = rooms.find((room) => room.isMyTurn);
      assert(mover !== undefined);
      const legal = mover.state.legal ?? [];
      await mover.play(legal[(ply * 7) % legal.length] ?? '');
    }
    await rooms[1]?.resign();
    for (const room of rooms) {
      await room.until((state) => state.seats[1]?.out === true);
      await assertSameAsServer(room);
    }
  });

  it('a bot plays its games at the same time', async () => {
    const bot = await guest();
    await bot.http.becomeBot({ games_at_once: 8 });
    const ended: string[] = [];
    const serving = serve(
      bot,
      (state) => state.legal?.[0] ?? '',
      (room) => ended.push(room.id),
    );
    const person = await guest();
    const id = bot.user?.id ?? '';
    await eventually(async () => (await person.http.bots()).some(({ user }) => user.id === id));
    const rooms = await Promise.all([0, 1].map((seat) => person.createRoom({ bots: [{ id }], seat })));
    const games = rooms.map(async (room) => {
      const resign = async (state: Readonly<Snapshot>): Promise<string> => {
        if (state.ply >= 6) await room.resign();
        return state.legal?.[0] ?? '';
      };
      return (await playGame(room, resign)).reason;
    });
    assert.deepEqual(await Promise.all(games), ['resignation', 'resignation']);
    await eventually(() => Promise.resolve(ended.length === 2));
    await bot.close();
    await serving;
  });
});

describe('broken connections', () => {
  it('cuts in mid-game lose and repeat no event', async () => {
    const line = await proxy();
    const client = await guest({}, line.url);
    const [ours, theirs] = await table(client, await guest());
    const first = ours.state.seq + 1;
    const seen: number[] = [];
    for (const [ply, move] of MOVES.entries()) {
      if (ply % 8 < 2) line.cut();
      await (ply % 2 === 0 ? ours : theirs).play(move);
      await theirs.until((state) => state.ply > ply);
      while (ours.state.ply <= ply) {
        const update = await ours.next();
        if (update.type === 'event') seen.push(update.seq);
      }
    }
    assert.deepEqual(
      seen,
      seen.map((_, place) => first + place),
    );
    assert(seen.length >= MOVES.length);
    assert(line.sockets > 6);
    await assertSameAsServer(ours);
  });

  it('a command whose answer is lost takes effect once', async () => {
    const line = await proxy();
    const client = await guest({}, line.url);
    const lost: (string | undefined)[] = [];
    line.change = (text) => {
      const message = JSON.parse(text) as ServerMessage;
      if (message.type !== 'ok' || message.result.seat === undefined || lost.length > 0) return [text];
      lost.push(message.result.room);
      line.cut();
      return [];
    };
    const room = await client.createRoom(UNTIMED);
    assert.deepEqual(lost, [room.id]);
    assert.deepEqual(
      (await client.http.myGames()).map((own) => own.room),
      [room.id],
    );
    await (await guest()).join(room.id);
    await room.until((state) => state.status === 'playing');
    lost.length = 0;
    await play(room, MOVES[0]);
    assert.deepEqual(lost, [room.id]);
    assert.deepEqual((await client.http.room(room.id)).moves, [MOVES[0]]);
  });

  it('an expiring command fails once its outcome cannot be known', async () => {
    const line = await proxy();
    const [ours] = await table(await guest({ expiresAfterMs: 1 }, line.url), await guest());
    line.change = (text) => {
      if ((JSON.parse(text) as ServerMessage).type !== 'ok') return [text];
      line.change = unchanged;
      line.cut();
      return [];
    };
    await assert.rejects(ours.offer('draw'), OutcomeUnknown);
    await ours.until((state) => state.offers.length > 0);
  });

  it('a silent server keeps no program from closing', async () => {
    const line = await proxy();
    const client = await guest({ keepAlive: { silenceMs: 100 } }, line.url);
    line.change = () => [];
    await client.close();
    assert.equal(client.status, 'closed');
  });

  it('a silent server is left', async () => {
    const line = await proxy();
    const lost = withResolvers<undefined>();
    const onStatus = (status: string): void => {
      if (status === 'waiting') lost.resolve(undefined);
    };
    const client = await guest({ keepAlive: { pingEveryMs: 100, silenceMs: 300 }, onStatus }, line.url);
    const room = await client.createRoom(UNTIMED);
    const silent = line.sockets;
    line.change = () => [];
    await lost.promise;
    line.change = unchanged;
    await (await guest()).join(room.id);
    await room.until((state) => state.status === 'playing');
    assert(line.sockets > silent);
  });

  it('a killed server continues the game', async () => {
    const [ours, theirs] = await table(await guest(), await guest());
    await play(ours, MOVES[0]);
    const first = ours.state.seq + 1;
    await server.restart();
    await theirs.until((state) => state.ply === 1);
    await theirs.play(MOVES[1] ?? '');
    let update = await ours.next();
    while (update.type !== 'event') update = await ours.next();
    assert.equal(update.seq, first);
    assert(update.kind === 'moved' && update.move === MOVES[1]);
  });

  it('a command that is never sent expires', async () => {
    const waiting = withResolvers<undefined>();
    const client = await guest({ expiresAfterMs: 100, onStatus: (status) => status === 'waiting' && waiting.resolve(undefined) });
    const room = await client.createRoom(UNTIMED);
    await server.kill();
    await waiting.promise;
    await assert.rejects(room.leave(), Expired);
    await assert.rejects(client.request({ type: 'ping', t: 1 }), Disconnected);
    await server.start(server.port);
  });
});

/** `Promise.withResolvers`, which Node.js has from version 22 on. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('newer servers', () => {
  it('unknown event kinds and fields are ignored', async () => {
    const line = await proxy();
    line.change = (text) => {
      const message = { ...(JSON.parse(text) as Record<string, unknown>), mood: 'fine' };
      if ('kind' in message && message.kind === 'ready') message.kind = 'applauded';
      return [JSON.stringify(message), JSON.stringify({ type: 'weather' })];
    };
    const client = await guest({}, line.url);
    const room = await client.createRoom({ ...UNTIMED, ready: true });
    await room.ready();
    let update = await room.next();
    while (update.type !== 'unknown') update = await room.next();
    assert.deepEqual([update.event.kind, update.event.seq], ['applauded', room.state.seq]);
    assert.equal(room.state.seats[0]?.ready, false);
    const other = await (await guest()).join(room.id);
    await room.until((state) => state.seats[1]?.player !== null);
    assert.equal(room.state.seq, other.state.seq);
  });

  it('an unknown error code counts as internal', async () => {
    const line = await proxy();
    line.change = (text) => [text.replace('"no_such_room"', '"asleep"')];
    const client = await guest({}, line.url);
    await assert.rejects(client.request({ type: 'watch', room: '000000000000' }), { code: 'internal', word: 'asleep' });
  });

  it('another protocol version ends the client', async () => {
    const line = await proxy();
    const closed = withResolvers<undefined>();
    const client = await guest({ onStatus: (status) => status === 'closed' && closed.resolve(undefined) }, line.url);
    line.change = (text) => [text.replace('"protocol":1', '"protocol":2')];
    await assert.rejects(Client.connect(line.url), { name: 'ProtocolMismatch', server: 2, client: PROTOCOL });
    line.cut();
    await closed.promise;
    assert(client.failure instanceof ProtocolMismatch);
    await assert.rejects(client.lobby(), ProtocolMismatch);
  });
});

describe('slow readers', () => {
  it('a full queue loses no event and delays no other reader', async () => {
    const [ours, theirs] = await table(await guest(), await guest());
    const spectator = await guest({ queue: 16 });
    const [slow, quick] = [await spectator.watch(ours.id), await spectator.watch(ours.id)];
    for (const [ply, move] of MOVES.slice(0, 40).entries()) {
      await (ply % 2 === 0 ? ours : theirs).play(move);
      for (const room of [ours, theirs, quick]) await room.until((state) => state.ply > ply);
    }
    assert.deepEqual([slow.state.ply, quick.state.ply, slow.queued], [0, 40, 16]);
    await slow.until((state) => state.ply === 40);
    assert.deepEqual(timeless(slow.state), timeless(quick.state));
    await assertSameAsServer(slow);
  });

  it('a list in parts is whole', async () => {
    const client = await guest();
    const created = new Set<string | undefined>();
    for (let count = 0; count < 90; count += 1) {
      created.add((await client.request({ type: 'create_room', ...UNTIMED, mode: 'four' })).room);
    }
    const own = await client.myGames();
    assert.deepEqual(new Set(own.rooms.map((room) => room.room)), created);
    assert(JSON.stringify(own.rooms).length > 65_536);
  });
});

describe('subscriptions', () => {
  it('a closed room is not watched any more', async () => {
    const client = await guest();
    const room = await client.createRoom(UNTIMED);
    room.close();
    await assert.rejects(room.next(), Closed);
    const updates = [];
    for await (const update of room) updates.push(update);
    assert.deepEqual(updates, []);
    assert.equal((await client.request({ type: 'leave', room: room.id })).room, room.id);
  });

  it('a room that does not exist is rejected', async () => {
    await assert.rejects((await guest()).watch('000000000000'), refusedWith('no_such_room'));
  });

  it('a lobby and a chat arrive', async () => {
    const [client, other] = [await guest(), await guest()];
    const lobby = await client.lobby();
    const room = await other.createRoom(UNTIMED);
    while (!lobby.rooms.some((listed) => listed.room === room.id)) await lobby.next();
    const channel: ChatChannel = { kind: 'room', room: room.id, audience: 'players' };
    const chat = client.subscribe({ chat: channel });
    assert.equal((await chat.next()).type, 'chat');
    await other.request({ type: 'chat', channel, text: 'good luck' });
    const message = await chat.next();
    assert(message.type === 'chat');
    assert.deepEqual(
      message.lines.map((line) => line.text),
      ['good luck'],
    );
  });

  it('a seek is announced', async () => {
    const clock: Clock = { kind: 'fischer', initial_ms: 300_000, increment_ms: 3000 };
    const announced = [1, 2].map(async () => {
      const started = withResolvers<string>();
      const client = await guest({ onNotification: (notification) => started.resolve(notification.kind) });
      await client.request({ type: 'seek', mode: 'two', clock });
      return started.promise;
    });
    assert.deepEqual(await Promise.all(announced), ['game_started', 'game_started']);
  });

  it('an anonymous client watches', async () => {
    const room = await (await guest()).createRoom(UNTIMED);
    const spectator = await Client.connect(server.url);
    open.push(spectator);
    assert.equal(spectator.user, null);
    assert.equal((await spectator.watch(room.id)).seat, null);
    await assert.rejects(spectator.join(room.id), refusedWith('unauthenticated'));
  });

  it('a bad token and a bad address are typed errors', async () => {
    await assert.rejects(Client.connect(server.url, { token: 'nonsense' }), refusedWith('bad_token'));
    await assert.rejects(Client.connect('ftp://example.org'), BadAddress);
    await assert.rejects(Client.connect('http://127.0.0.1:1'), Unreachable);
  });
});
