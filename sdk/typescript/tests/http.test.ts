/** The HTTP interface of the real server. */

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Client, Http, Refused } from 'sumito-client';
import type { CreateRoom, Outcome } from 'sumito-client/types';
import { Server } from './server.js';

const UNTIMED: CreateRoom = { clock: { kind: 'none' } };

let server: Server;

before(async () => {
  server = await Server.start();
});
after(() => server.stop());

async function guest(): Promise<Http> {
  const http = new Http(server.url);
  http.token = await http.guest();
  return http;
}

async function account(name: string): Promise<Http> {
  const http = new Http(server.url);
  await http.createAccount(name, 'correct horse battery');
  return http;
}

function refusedWith(code: string): (failure: unknown) => boolean {
  return (failure) => failure instanceof Refused && failure.code === code;
}

it('the history is paged to its end', async () => {
  const [first, second] = [await guest(), await guest()];
  const player = (await first.me())?.id ?? '';
  const played: (string | null)[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { room } = await first.createRoom(UNTIMED);
    await second.command(room, { type: 'join' });
    await first.command(room, { type: 'resign' });
    played.unshift((await first.room(room)).game);
  }
  const listed = async (limit: number): Promise<string[]> => {
    const ids = [];
    for await (const game of first.games({ player, limit })) ids.push(game.id);
    return ids;
  };
  while ((await listed(200)).length < played.length) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await listed(2), played);
  assert.deepEqual((await first.game(played[0] ?? '')).moves, []);
});

it('a finished game has a receipt', async () => {
  const [first, second] = [await guest(), await guest()];
  const { room } = await first.createRoom(UNTIMED);
  await second.command(room, { type: 'join' });
  await first.command(room, { type: 'resign' });
  const game = (await first.room(room)).game ?? '';
  let receipt: string | undefined;
  while (receipt === undefined) {
    receipt = await first.gameReceipt(game).catch((failure: unknown) => {
      assert(refusedWith('not_found')(failure), String(failure));
      return undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [heading, facts, , signature] = receipt.split('\n');
  assert.equal(heading, 'sumito game receipt 1');
  assert.equal((JSON.parse(facts ?? '') as { id: string }).id, game);
  assert.match(signature ?? '', /^— /);
  await assert.rejects(first.tournamentReceipt(game), refusedWith('not_found'));
});

it('accounts and tokens', async () => {
  const http = await account('Ada.Lovelace');
  const made = await http.createToken({ label: 'my bot', scopes: ['play', 'bot'], days: 90 });
  const client = await Client.connect(server.url, { token: made.token });
  assert.equal(client.user?.name, 'Ada.Lovelace');
  await client.close();
  assert.deepEqual(
    (await http.tokens()).map((token) => token.label),
    ['my bot'],
  );
  await assert.rejects(account('Fotze88'), (failure) => failure instanceof Refused && failure.part === 'Fotze');
  await http.endToken(made.id);
  await assert.rejects(Client.connect(server.url, { token: made.token }), refusedWith('bad_token'));
  const again = new Http(server.url);
  await assert.rejects(again.logIn('Ada.Lovelace', 'a wrong password'), refusedWith('wrong_password'));
  await again.logIn('Ada.Lovelace', 'correct horse battery');
  assert.deepEqual(await again.me(), await http.me());
});

it('a challenge becomes a game', async () => {
  const [anne, ben] = [await account('Anne'), await account('Bernhard')];
  const terms = { mode: 'two', clock: { kind: 'none' } } as const;
  const made = await anne.challenge('Bernhard', terms);
  assert.deepEqual(
    (await ben.challenges()).map(({ id }) => id),
    [made.id],
  );
  const { room } = await ben.acceptChallenge(made.id, made.round);
  assert.deepEqual(
    (await anne.myGames()).map((own) => own.room),
    [room],
  );
  const other = await anne.challenge('Bernhard', terms);
  assert.equal((await ben.declineChallenge(other.id, other.round, 'later')).status, 'declined');
});

it('a game by plain HTTP', async () => {
  const [first, second] = [await guest(), await guest()];
  const { room } = await first.createRoom(UNTIMED);
  let played: Promise<Outcome> | undefined;
  for await (const message of first.roomStream(room)) {
    if (message.type === 'snapshot') await second.command(room, { type: 'join' });
    if (message.type !== 'event') continue;
    if (message.kind === 'started') played = first.command(room, { type: 'play', ply: 0, move: message.legal?.[0] ?? '' });
    if (message.kind === 'moved') {
      assert.deepEqual((await first.room(room)).moves, [message.move]);
      break;
    }
  }
  assert.equal((await played)?.seat, 0);
  for await (const message of second.ownStream()) {
    assert(message.type === 'my_games');
    assert.deepEqual(
      message.rooms.map((own) => own.your_turn),
      [true],
    );
    break;
  }
});

it('a repeated POST takes effect once', async (t) => {
  const http = await guest();
  const real = globalThis.fetch;
  const lost: string[] = [];
  t.mock.method(globalThis, 'fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await real(...request);
    if (lost.length > 0) return answer;
    lost.push(((await answer.json()) as { room: string }).room);
    throw new TypeError('the answer is lost');
  });
  const { room } = await http.createRoom(UNTIMED);
  assert.deepEqual(lost, [room]);
  assert.deepEqual(
    (await http.myGames()).map((own) => own.room),
    [room],
  );
});
