import type { Page } from '@playwright/test';

import { look, spills } from './checks';
import { account, PHONE } from './people';
import { expect, test } from './test';

interface Shown {
  state: { id: string; status: string };
  games: { room: string; sides: number[]; verdict: object | null }[];
}

/** Announces a tournament that its director starts; returns its path. */
async function announced(director: Page, form: object): Promise<string> {
  const settings = { name: 'Club evening', form, layout: 'standard', clock: { kind: 'sudden_death', initial_ms: 300_000 }, start: { kind: 'by_director' } };
  const answer = await director.request.post('/api/v1/tournaments', { data: { settings } });
  expect(answer.status()).toBe(201);
  return `/tournaments/${((await answer.json()) as Shown).state.id}`;
}

async function shown(page: Page, address: string): Promise<Shown> {
  return (await (await page.request.get(`/api/v1${address}`)).json()) as Shown;
}

/** Enters players in this order, so that the first has number 1. */
async function entered(players: readonly Page[], address: string): Promise<void> {
  for (const player of players) {
    await player.goto(address);
    await player.getByRole('button', { name: 'Join' }).click();
    await expect(player.getByText('You’re in.')).toBeVisible();
  }
}

/** Resigns all running games, so that the lower number wins, until `done` or the end. */
async function playedOut(players: readonly Page[], address: string, done: (now: Shown) => boolean = () => false): Promise<void> {
  const [first] = players;
  if (first === undefined) throw new Error('players play');
  await expect(async () => {
    const now = await shown(first, address);
    for (const { room, sides, verdict } of now.games) {
      if (verdict === null) await players[Math.max(...sides) - 1]?.request.post(`/api/v1/rooms/${room}/commands`, { data: { type: 'resign' } });
    }
    expect(now.state.status === 'finished' || done(now)).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [200] });
}

test('a double elimination shows both brackets, on a desktop and on a phone', async ({ newcomer }, info) => {
  test.slow();
  const director = await newcomer();
  await director.goto('/');
  await account(director, 'Ada');
  const address = await announced(director, { form: 'double_elimination', best_of: 1 });
  const players = [await newcomer(), await newcomer(), await newcomer(), await newcomer(), await newcomer(PHONE)];
  await entered(players, address);
  await director.goto(address);
  await director.getByRole('button', { name: 'Start now' }).click();
  await expect(director.locator('[data-bracket="winners"]')).toContainText('Winner of match 2');
  await expect(director.locator('[data-bracket="losers"]')).toContainText('Loser of match 2');
  await director.screenshot({ path: info.outputPath('double-elimination-begun.png'), fullPage: true });
  await look(director);
  await playedOut(players, address);
  const [desktop, phone] = [players[0], players[4]];
  if (desktop === undefined || phone === undefined) throw new Error('five play');
  for (const page of [desktop, phone]) {
    await page.goto(address);
    await expect(page.locator('[data-podium]')).toBeVisible();
    await expect(page.locator('[data-bracket="final"] .won')).toHaveCount(1);
    await page.screenshot({ path: info.outputPath(`double-elimination-${page === phone ? 'phone' : 'desktop'}.png`), fullPage: true });
    expect(await spills(page)).toEqual([]);
    await look(page);
  }
  await director.goto(`${address}/sheet`);
  await expect(director.getByText('Standings', { exact: false }).first()).toBeVisible();
  await look(director);
});

test('groups show their tables, then the bracket of the knockout', async ({ newcomer }, info) => {
  test.slow();
  const director = await newcomer();
  await director.goto('/');
  await account(director, 'Ada');
  const address = await announced(director, { form: 'groups', groups: 2, advance: 2, best_of: 1 });
  const players = [await newcomer(), await newcomer(), await newcomer(), await newcomer(PHONE)];
  await entered(players, address);
  await director.goto(address);
  await director.getByRole('button', { name: 'Start now' }).click();
  await expect(director.locator('[data-group]')).toHaveCount(2);
  await expect(director.locator('[data-bracket]')).toHaveCount(0);
  // Paper and the projector show the groups in place of standings of all players.
  await director.goto(`${address}/sheet`);
  await expect(director.locator('[data-group]')).toHaveCount(2);
  await expect(director.getByRole('heading', { name: /^Standings/ })).toHaveCount(0);
  await look(director);
  await director.goto(`${address}/screen`);
  await director.getByRole('button', { name: 'Next' }).click();
  await expect(director.getByRole('heading', { name: /^Groups after round/ })).toBeVisible();
  await expect(director.getByText('Group 2', { exact: true })).toBeVisible();
  await look(director);
  await playedOut(players, address);
  const [desktop, phone] = [players[0], players[3]];
  if (desktop === undefined || phone === undefined) throw new Error('four play');
  for (const page of [desktop, phone]) {
    await page.goto(address);
    await expect(page.locator('[data-bracket="winners"] [data-match]')).toHaveCount(3);
    await expect(page.getByText('Semi-finals · Round', { exact: false })).toBeVisible();
    await page.screenshot({ path: info.outputPath(`groups-${page === phone ? 'phone' : 'desktop'}.png`), fullPage: true });
    expect(await spills(page)).toEqual([]);
    await look(page);
  }
});

test('the form offers both formats with their settings', async ({ newcomer }, info) => {
  const page = await newcomer();
  await page.goto('/');
  await account(page, 'Grace');
  await page.goto('/tournaments/new');
  await page.getByLabel('Name', { exact: true }).fill('Autumn cup');
  await page.getByRole('radio', { name: 'Groups and knockout' }).check();
  await page.getByLabel('Number of groups').fill('3');
  await page.getByLabel('Maximum players').fill('24');
  await page.screenshot({ path: info.outputPath('form-groups.png'), fullPage: true });
  await look(page);
  await page.getByRole('radio', { name: 'Double elimination' }).check();
  await expect(page.getByLabel('Second grand final', { exact: false })).toBeChecked();
  await look(page);
  await page.getByRole('radio', { name: 'Groups and knockout' }).check();
  // The rounds of the groups and of the knockout have times.
  await page.getByLabel('The rounds start at fixed times').check();
  for (const round of [2, 3]) await page.getByRole('button', { name: `+ Start of round ${round}` }).click();
  await expect(page.getByText('With fewer players there are fewer rounds, and the last times aren’t used.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('form-times.png'), fullPage: true });
  await look(page);
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await expect(page.getByText('Groups and knockout, 3 groups')).toBeVisible();
  await page.getByText('Round times').click();
  await expect(page.getByText(/^Round \d:/)).toHaveCount(3);
});
