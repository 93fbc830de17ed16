import type { APIRequestContext, Page } from '@playwright/test';

import { look, spills } from './checks';
import { account, PASSWORD } from './people';
import type { Server } from './server';
import { expect, test } from './test';

const BOARDS = 16;
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PROJECTOR = { viewport: { width: 1920, height: 1080 } };

interface Player {
  readonly name: string;
  readonly token: string;
}

/** Sets the password of an account that the operator has created. */
async function entered(request: APIRequestContext, server: Server, line: string): Promise<Player> {
  const [name = '', outcome, code] = line.split(',');
  expect(outcome).toBe('created');
  const answer = await request.post(`${server.address}/api/v1/recovery`, { data: { name, code, password: PASSWORD } });
  expect(answer.status()).toBe(201);
  const { token } = (await answer.json()) as { token: string };
  return { name, token };
}

/** Opens a socket for each player on one page, so that all are present. */
async function present(page: Page, players: readonly Player[]): Promise<void> {
  await page.goto('/learn');
  const tokens = players.map(({ token }) => token);
  await page.evaluate(async (all) => {
    const open = (token: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket('/ws');
        socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'authenticate', id: 'a', token })));
        socket.addEventListener('error', () => reject(new Error('a socket does not open')));
        socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
          if ((JSON.parse(data) as { id?: string }).id === 'a') resolve();
        });
      });
    await Promise.all(all.map(open));
  }, tokens);
}

/** Sends a command of a tournament for a player. */
async function commanded(request: APIRequestContext, { token }: Player, address: string, data: object): Promise<void> {
  const answer = await request.post(`${address}/commands`, { data, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Announces a Swiss system whose pairings its director checks; returns its id. */
async function announced(director: Page): Promise<string> {
  const settings = {
    name: 'Open of the hall',
    form: { form: 'swiss', rounds: 5, late_entry_rounds: 0 },
    layout: 'standard',
    clock: { kind: 'sudden_death', initial_ms: 600_000 },
    start: { kind: 'by_director' },
    entry: { capacity: 2 * BOARDS },
    rounds: { break_s: 3600, reviewed: true },
  };
  const answer = await director.request.post('/api/v1/tournaments', { data: { settings } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { state: { id: string } }).state.id;
}

test('a director with a tablet directs a hall of boards', async ({ newcomer, server, request }) => {
  test.slow();
  const page = await newcomer(TABLET);
  await page.goto('/');
  await account(page, 'Ada');
  const id = await announced(page);
  const address = `${server.address}/api/v1/tournaments/${id}`;
  const names = Array.from({ length: 2 * BOARDS + 1 }, (_, index) => `Player-of-a-club-${index + 10}`);
  const lines = (await server.feed(`${names.join('\n')}\n`, 'accounts', 'create', '-')).trim().split('\n');
  const all = await Promise.all(lines.map((line) => entered(request, server, line)));
  await present(await newcomer(), all);
  const players = all.slice(0, 2 * BOARDS);
  const late = all[2 * BOARDS];
  if (late === undefined) throw new Error('a late player');
  for (const player of players) await commanded(request, player, address, { type: 'register' });

  // The whole first pairing is in the hall, above the boards, and its buttons stay in sight.
  await page.goto(`/tournaments/${id}`);
  await page.getByRole('button', { name: 'Start now' }).tap();
  await expect(page.locator('[data-draft-board]')).toHaveCount(BOARDS);
  await page.goto(`/tournaments/${id}/hall`);
  await expect(page.locator('[data-draft-board]')).toHaveCount(BOARDS);
  const publish = page.getByRole('button', { name: 'Start the round with this pairing' });
  await expect(publish).toBeInViewport();
  expect(await spills(page)).toEqual([]);
  await look(page);
  await publish.tap();
  const boards = page.getByRole('main').locator('[data-board]');
  await expect(boards).toHaveCount(BOARDS);

  await boards.nth(2).getByRole('button', { name: 'Result' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.locator('label', { hasText: 'wins' }).first().tap();
  await dialog.getByLabel('Reason (visible to everyone)').fill('Telephone');
  await dialog.getByRole('button', { name: 'Save result' }).tap();
  await page.locator('label', { hasText: 'Finished' }).tap();
  await expect(boards).toHaveCount(1);
  await page.locator('label', { hasText: 'All boards' }).tap();

  // A penalty names a player; without a choice, no player gets it.
  await page.getByRole('button', { name: 'Messages, byes, penalties' }).tap();
  const tools = page.getByRole('region', { name: 'Messages, byes, penalties' });
  await tools.getByText('Warnings and penalties').tap();
  await tools.getByLabel('Half points to deduct').fill('1');
  await tools.getByLabel('Reason (visible to everyone)').fill('Talks to a neighbour');
  await tools.getByRole('button', { name: 'Deduct points' }).tap();
  await expect(tools.getByText('Fill in this field.')).toBeVisible();
  await tools.getByRole('combobox', { name: 'Player' }).selectOption(names[4] ?? '');
  await tools.getByRole('button', { name: 'Deduct points' }).tap();
  await expect(tools.getByText(`${names[4]}: −0.5`)).toBeVisible();

  // A player enters after the end of late entries, by invitation; another one withdraws, and the opponent wins.
  await tools.getByText('Late and returning players').tap();
  await tools.getByLabel('Player name').fill(late.name);
  await tools.getByRole('button', { name: 'Invite despite limits' }).tap();
  await expect(tools.getByLabel('Player name')).toHaveValue('');
  await commanded(request, late, address, { type: 'register' });
  const [leaver] = players;
  if (leaver === undefined) throw new Error('players');
  await commanded(request, leaver, address, { type: 'withdraw' });
  await expect(boards.filter({ hasText: leaver.name })).toContainText('decided');

  const { games } = (await (await request.get(address)).json()) as { games: { room: string; sides: number[]; verdict: object | null }[] };
  for (const { room, sides, verdict } of games) {
    const loser = players[(sides[1] ?? 0) - 1];
    if (verdict !== null || loser === undefined) continue;
    await request.post(`${server.address}/api/v1/rooms/${room}/commands`, { data: { type: 'resign' }, headers: { authorization: `Bearer ${loser.token}` } });
  }
  await page.getByRole('button', { name: 'Prepare the pairing' }).tap();
  await expect(page.locator('[data-draft-board]')).toHaveCount(BOARDS);

  // All pairings are on one page of a projector, and all players on two.
  const projector = await newcomer(PROJECTOR);
  await projector.goto(`/tournaments/${id}/screen`);
  await expect(projector.getByText('page 1 of 3')).toBeVisible();
  await expect(projector.getByRole('listitem')).toHaveCount(BOARDS);
  await projector.getByRole('button', { name: 'Next' }).click();
  await expect(projector.getByRole('heading', { name: /Standings after round 1/ })).toBeVisible();
  await look(projector);
});
