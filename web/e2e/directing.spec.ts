import type { Page } from '@playwright/test';

import { look } from './checks';
import { account, PHONE } from './people';
import { expect, test } from './test';

/** Announces a Swiss system whose pairings its director checks; returns its address. */
async function announced(director: Page): Promise<string> {
  const settings = {
    name: 'Open of the hall',
    form: { form: 'swiss', rounds: 3, half_point_byes: 1 },
    layout: 'standard',
    clock: { kind: 'sudden_death', initial_ms: 600_000 },
    start: { kind: 'by_director' },
    rounds: { break_s: 3600, reviewed: true },
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

test('a director checks a pairing, changes it, and directs the round from the boards', async ({ newcomer }) => {
  test.slow();
  const page = await newcomer();
  await page.goto('/');
  await account(page, 'Ada');
  const address = await announced(page);
  const players = [];
  for (let count = 0; count < 4; count += 1) players.push(await entered(await newcomer(count === 0 ? PHONE : undefined), address));
  const [phone] = players;
  if (phone === undefined) throw new Error('four play');

  await page.goto(address);
  await page.getByRole('button', { name: 'Start now' }).click();
  // The first pairing waits, and the players are informed.
  await expect(phone.getByText('The director is checking the pairing')).toBeVisible();
  const boards = page.locator('[data-draft-board]');
  await expect(boards).toHaveCount(2);
  const names = async (): Promise<string[]> => boards.locator('[aria-pressed]').allTextContents();
  const before = await names();
  await boards.nth(0).locator('[aria-pressed]').nth(1).click();
  await boards.nth(1).locator('[aria-pressed]').nth(1).click();
  await boards.nth(0).getByRole('button', { name: 'Swap colours' }).click();
  const [one = '', two = '', three = '', four = ''] = before;
  expect(await names()).toEqual([four, one, three, two]);
  await look(page);
  await page.getByRole('button', { name: 'Save pairing' }).click();
  await expect(page.getByText('Your changes aren’t saved yet.')).toHaveCount(0);
  await page.getByText('Message to all players').click();
  await page.getByLabel('Message (visible to everyone)').fill('Please sit down at your boards.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(phone.getByText('Please sit down at your boards.')).toBeVisible();
  await look(phone);
  await page.getByRole('button', { name: 'Start the round with this pairing' }).click();
  for (const player of players) await player.waitForURL(/\/room\//);

  await page.goto(`${address}/hall`);
  const cards = page.getByRole('main').locator('[data-board]');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('10:00');
  await look(page);
  await cards.first().getByRole('button', { name: 'Result' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Add time').first().click();
  await dialog.getByLabel('Reason (visible to everyone)').last().fill('The lamp went out');
  await dialog.getByRole('button', { name: 'Add time' }).click();
  await expect(cards.first()).toContainText('+1:00');
  await cards.nth(1).getByRole('button', { name: 'Result' }).click();
  await dialog.getByRole('radio', { name: 'Draw' }).check();
  await dialog.getByLabel('Reason (visible to everyone)').first().fill('Agreed');
  await dialog.getByRole('button', { name: 'Save result' }).click();
  await page.getByRole('radio', { name: 'Finished' }).check();
  await expect(cards).toHaveCount(1);

  await page.goto(`${address}/screen`);
  await expect(page.getByRole('heading', { name: /Round 1: pairings/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: /Standings after round 1/ })).toBeVisible();
  await look(page);
  await page.goto(`${address}/sheet`);
  await expect(page.getByRole('columnheader', { name: 'Black (moves first)' })).toBeVisible();
  await look(page);
});
