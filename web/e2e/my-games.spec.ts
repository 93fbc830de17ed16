import type { Page } from '@playwright/test';

import { byClicks, meet, playOn } from './recorded';
import { Table } from './table';
import { expect, test } from './test';

test('a player on another page sees a link back, and stays present at the table', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  const link = await meet(black, white);
  await playOn({ black, white }, 0, 1, () => byClicks);
  await black.getByRole('link', { name: 'Games', exact: true }).click();
  await black.getByText('No finished games yet.').waitFor();
  const back = black.getByRole('link', { name: /^Back to the game/ });
  await expect(back).toContainText('to move');
  await expect(back).toContainText(await nameOf(white));
  await expect(black).toHaveTitle(/^Games/);

  await playOn({ black, white }, 1, 2, () => byClicks);
  await expect(back).toContainText('Your turn');
  await expect(back).toContainText(/\d:\d\d/);
  await expect(black).toHaveTitle(/^\(1\) Games/);
  // A player on another page of the site still counts as present.
  await expect(white.locator('[data-color="black"]')).toContainText('online');

  await back.click();
  await expect(black).toHaveURL(link);
  await new Table(black).hasTurn();
  await expect(back).toHaveCount(0);
  await expect(black).toHaveTitle(/^Your turn/);
});

test('own games are listed on every page, those that wait for the player first', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  const day = await meet(black, white, { clock: '1 day per move', visibility: 'Anyone with the link' });
  await white.goto('/');
  await expect(white.locator('main [data-own]')).toContainText('to move');
  await black.goto('/new');
  await black.getByRole('radio', { name: '5 + 3' }).check();
  await black.getByRole('button', { name: 'Create game' }).click();
  await black.getByLabel('Link to this game').waitFor();
  await expect(black).toHaveTitle(/^\(1\)/);
  // A correspondence game is not urgent, so the page shows no banner.
  await expect(black.getByRole('link', { name: /^Back to the game/ })).toHaveCount(0);
  await black.getByRole('button', { name: /^Your games/ }).click();
  const listed = black.getByRole('region', { name: 'Your games' }).locator('[data-own]');
  await expect(listed).toHaveCount(2);
  await expect(listed.first()).toContainText('Your turn');
  await expect(listed.last()).toContainText('Waiting for players');
  await listed.first().click();
  await expect(black).toHaveURL(day);
  await expect(listed).toHaveCount(0);
  await playOn({ black, white }, 0, 1, () => byClicks);
  await expect(white).toHaveTitle(/^\(1\) Play/);
});

async function nameOf(page: Page): Promise<string> {
  return (await page.getByRole('banner').locator('a.user').innerText()).trim();
}
