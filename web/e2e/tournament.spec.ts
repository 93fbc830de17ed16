import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { look } from './checks';
import { account, PHONE } from './people';
import { expect, refused, test } from './test';

/** Announces a round robin that its director starts; returns its address. */
async function announced(director: Page): Promise<string> {
  const settings = {
    name: 'Club evening',
    form: { form: 'round_robin', cycles: 2 },
    layout: 'standard',
    clock: { kind: 'sudden_death', initial_ms: 60_000 },
    start: { kind: 'by_director' },
  };
  const answer = await director.request.post('/api/v1/tournaments', { data: { settings } });
  expect(answer.status()).toBe(201);
  const { state } = (await answer.json()) as { state: { id: string } };
  return `/tournaments/${state.id}`;
}

async function entered(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText('You’re in.')).toBeVisible();
  return page;
}

/** Goes to a page, and waits until the server greets it. */
async function connected(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('[data-connection="open"]').waitFor();
}

/** Waits until the board opens automatically, then a player resigns. */
async function playedOut(players: readonly Page[]): Promise<void> {
  for (const page of players) await page.waitForURL(/\/room\//);
  const [first] = players;
  if (first === undefined) throw new Error('no player is paired');
  const leave = first.getByRole('button', { name: 'Resign' });
  await leave.click();
  await first.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
}

test('two browsers play a tournament of two rounds to its podium, and a result is corrected', async ({ newcomer }) => {
  test.slow();
  const page = await newcomer();
  await page.goto('/');
  await account(page, 'Ada');
  const address = await announced(page);
  const players = [await entered(await newcomer(), address), await entered(await newcomer(PHONE), address)];
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Club evening' })).toBeVisible();
  const passer = await newcomer();
  await passer.goto(address);
  await expect(passer.getByRole('button', { name: 'Join' })).toBeVisible();
  await page.getByRole('button', { name: 'Start now' }).click();
  // A spectator gets the best game, and no button to take part once entries are closed.
  await expect(passer.locator('[data-live]')).toHaveCount(1);
  await expect(passer.getByRole('button', { name: 'Join' })).toHaveCount(0);
  for (let round = 1; round <= 2; round += 1) {
    await playedOut(players);
    for (const player of players) await player.goto(address);
  }
  for (const player of [...players, page]) await expect(player.locator('[data-podium]')).toBeVisible();
  const [desktop, phone] = players;
  if (desktop === undefined || phone === undefined) throw new Error('two play');
  await look(desktop);
  await look(phone);

  // Visitors can download the tournament's files.
  await desktop.getByText('City and federation in the TRF file').click();
  await desktop.getByRole('textbox', { name: 'City' }).fill('Gent');
  await desktop.getByRole('textbox', { name: 'Federation' }).fill('BEL');
  await look(desktop);
  const downloading = desktop.waitForEvent('download');
  await desktop.getByRole('link', { name: 'Federation report (TRF)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tournament-.*\.trf$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('\n022 Gent\n032 BEL\n');

  // The director corrects the last result, with a public reason.
  await expect(page.getByRole('button', { name: 'Decide result', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Correct results' }).click();
  await page.getByRole('button', { name: 'Decide result', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Draw' }).check();
  await page.getByLabel('Reason (visible to everyone)').first().fill('They agreed on a draw');
  await page.locator('form').filter({ hasText: 'Result' }).getByRole('button', { name: 'Save result' }).click();
  await expect(desktop.getByText('decided by the director: They agreed on a draw')).toBeVisible();
  await look(page);
});

test('a paired player is led to the board from any page, unless they chose to stay', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await account(page, 'Mary');
  const address = await announced(page);
  const players = [await entered(await newcomer(), address), await entered(await newcomer(PHONE), address)];
  const [stays, led] = players;
  if (led === undefined || stays === undefined) throw new Error('two play');
  // A player who has just left counts as present for a while, but gets messages only once the next page is connected.
  await connected(led, '/learn');
  await connected(stays, '/settings');
  await expect(async () => {
    const answer = await page.request.post(`/api/v1${address}/commands`, { data: { type: 'start' } });
    expect(answer.status()).toBe(200);
  }).toPass();
  const place = await stays.getByRole('heading', { level: 1 }).boundingBox();
  const notice = stays.getByRole('status').filter({ hasText: 'Your tournament game is ready.' });
  await expect(notice).toBeVisible();
  // It lies over the page, and its words do not touch its edge.
  expect(await stays.getByRole('heading', { level: 1 }).boundingBox()).toEqual(place);
  expect(await notice.evaluate((each) => Number.parseFloat(getComputedStyle(each).paddingLeft))).toBeGreaterThan(8);
  await stays.getByRole('button', { name: 'Stay here' }).click();
  await expect(stays.getByRole('button', { name: 'Stay here' })).toHaveCount(0);
  await led.waitForURL(/\/room\//);
  await expect(stays).toHaveURL(/settings/);
  // A player who was not connected at that moment finds the game on the next connection.
  await stays.reload();
  await stays.getByRole('button', { name: 'Stay here' }).click();

  // After the player chose to stay, the tournament's page shows the link but does not open the game automatically.
  await stays.getByRole('link', { name: 'Tournaments' }).first().click();
  await stays.getByRole('link', { name: 'Club evening' }).first().click();
  await stays.getByRole('link', { name: 'Go to game' }).click();
  await stays.waitForURL(/\/room\//);
});

test('a director changes settings until the start, and settings outside the form stay', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await account(page, 'Emmy');
  const address = await announced(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit tournament' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Club evening');
  await expect(page.getByLabel('Games against each opponent')).toHaveValue('2');
  await look(page);
  await page.getByLabel('Name', { exact: true }).fill('Late evening');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Late evening' })).toBeVisible();
  const answer = await page.request.get(`/api/v1${address}`);
  const { settings } = (await answer.json()) as { settings: { clock: object; layout: string; form: object } };
  expect(settings).toMatchObject({
    layout: 'standard',
    form: { form: 'round_robin', cycles: 2 },
    clock: { kind: 'sudden_death', initial_ms: 60_000 },
  });
});

test('a tournament is announced by the form, and found in the list', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await account(page, 'Grace');
  await page.goto('/tournaments');
  await page.getByRole('link', { name: 'New tournament' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sunday arena');
  await page.getByRole('radio', { name: 'Arena', exact: true }).check();
  await look(page);
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await expect(page.getByRole('heading', { name: 'Sunday arena' })).toBeVisible();
  await page.goto('/tournaments');
  await expect(page.getByRole('link', { name: 'Sunday arena' })).toBeVisible();
  await look(page);
});

test('a tournament comes from a TRF, which invites the players who have an account', async ({ newcomer, tolerate }) => {
  tolerate(refused(400));
  const [director, player] = [await newcomer(PHONE), await newcomer()];
  await player.goto('/');
  await account(player, 'Hopper');
  await connected(player, '/learn');
  await director.goto('/');
  await account(director, 'Ada');
  const line = (number: number, name: string): string => `001 ${String(number).padStart(4)}      ${name.padEnd(33)} 1800 POL`;
  const file = (players: readonly string[]): { name: string; mimeType: string; buffer: Buffer } => ({
    name: 'open.trf',
    mimeType: 'text/plain',
    buffer: Buffer.from(['012 Open van Gent', '092 Individual: Swiss-System', 'XXR 5', ...players].join('\r\n')),
  });

  await director.goto('/tournaments/new');
  const chooser = director.getByLabel('Import a TRF file');
  await chooser.setInputFiles(file([line(1, 'Hopper'), line(1, 'Unknown, Jan')]));
  await director.getByRole('button', { name: 'Create tournament' }).click();
  await expect(director.getByText(/^line 5: player 1 is also in line 4/)).toBeVisible();
  await chooser.setInputFiles(file([line(1, 'Hopper'), line(2, 'Unknown, Jan')]));
  await look(director);
  await director.getByRole('button', { name: 'Create tournament' }).click();
  await expect(director.getByText('1 player has been invited.')).toBeVisible();
  await expect(director.getByText('Line 5: Unknown, Jan')).toBeVisible();
  await look(director);
  await director.getByRole('link', { name: 'Go to the tournament' }).click();
  await expect(director.getByRole('heading', { name: 'Open van Gent' })).toBeVisible();
  await expect(player.getByText('Ada invites you to the tournament “Open van Gent”.')).toBeVisible();
});

test('an invited player is asked on every page, and takes part only after accepting', async ({ newcomer }) => {
  const director = await newcomer();
  await director.goto('/');
  await account(director, 'Ada');
  const address = await announced(director);
  await director.goto(address);
  const [desktop, phone] = [await newcomer(), await newcomer(PHONE)];
  for (const [page, name] of [
    [desktop, 'Grace'],
    [phone, 'Mary'],
  ] as const) {
    await page.goto('/');
    await account(page, name);
    await connected(page, '/learn');
  }
  await director.getByText('Players and directors').click();
  for (const name of ['Grace', 'Mary']) {
    await director.getByRole('textbox', { name: 'Player name' }).fill(name);
    await director.getByRole('button', { name: 'Invite player' }).click();
    await expect(director.getByRole('button', { name: `Cancel invitation to ${name}` })).toBeVisible();
  }
  await expect(director.getByText('Invited, no answer yet: Grace, Mary')).toBeVisible();
  await look(director);
  for (const page of [desktop, phone]) {
    await expect(page.getByText('Ada invites you to the tournament “Club evening”.')).toBeVisible();
    await look(page);
    await page.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('paragraph').filter({ hasText: 'You’re invited to this tournament.' })).toBeVisible();
    await look(page);
  }
  await desktop.getByRole('button', { name: 'Accept' }).click();
  await expect(desktop.getByText('You’re in.')).toBeVisible();
  await phone.getByRole('button', { name: 'Decline' }).click();
  await expect(phone.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(director.getByText('Invited, no answer yet')).toHaveCount(0);
  // The answer is final: no page asks again.
  for (const page of [desktop, phone]) {
    await connected(page, '/learn');
    await expect(page.getByText('invites you')).toHaveCount(0);
  }
});

test('participants chat, spectators read, and a director removes a line', async ({ newcomer }) => {
  const director = await newcomer();
  await director.goto('/');
  await account(director, 'Ada');
  const address = await announced(director);
  const [player, watcher] = [await entered(await newcomer(PHONE), address), await newcomer()];
  for (const page of [director, watcher]) await page.goto(address);
  for (const page of [director, watcher, player]) {
    await page.getByRole('button', { name: /^Chat/ }).click();
    await expect(page.getByRole('log')).toContainText('No messages yet.');
  }
  await player.getByRole('textbox', { name: 'Say something' }).fill('When does it begin?');
  await player.keyboard.press('Enter');
  await expect(watcher.getByRole('log')).toContainText('When does it begin?');
  await expect(watcher.getByRole('textbox', { name: 'Say something' })).toHaveCount(0);
  await director.getByRole('button', { name: 'Good luck!' }).click();
  await expect(player.getByRole('log')).toContainText('Good luck!');
  for (const page of [director, watcher, player]) await look(page);

  // A player who enters may chat at once in a chat that is already open.
  await watcher.getByRole('button', { name: 'Join' }).click();
  await expect(watcher.getByRole('textbox', { name: 'Say something' })).toBeVisible();

  await director.getByRole('log').getByRole('button', { name: /^Options for/ }).click();
  const dialog = director.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Asked and answered');
  await expect(dialog.getByRole('button', { name: /^Delete all messages/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete message' }).click();
  for (const page of [director, watcher, player]) await expect(page.getByRole('log')).not.toContainText('When does it begin?');
});
