import { readFile } from 'node:fs/promises';

import { clean, fits } from './checks';
import { finishGames } from './finished';
import { account } from './people';
import { meet, playOn } from './recorded';
import { expect, test } from './test';
import { chooseTool } from './tools';

for (const [name, options] of [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a dark phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
] as const) {
  test(`the history is filtered by mode and player, on ${name}`, async ({ newcomer }) => {
    const page = await newcomer(options);
    await finishGames(page, 1);
    await finishGames(page, 1, { layout: 'belgian_daisy', moves: ['a1b2', 'i5h5', 'b2c3', 'h5g5'] });
    await page.goto('/games');
    await expect(page.locator('[data-game]')).toHaveCount(2);
    await page.getByRole('button', { name: 'Search' }).click();
    const form = page.getByRole('form', { name: 'Search games' });
    await form.getByLabel('Setup').selectOption({ label: 'Belgian daisy' });
    await form.getByLabel('Result').selectOption({ label: 'White won' });
    await form.getByLabel('Ended by').selectOption({ label: 'Resignation' });
    await form.getByLabel('Minimum moves').fill('3');
    await clean(page);
    await fits(page);
    await form.getByRole('button', { name: 'Search' }).click();
    await expect(page.locator('[data-game]')).toHaveCount(1);
    await expect(page).toHaveURL(/layout=belgian_daisy&result=white&reason=resignation&plies_min=3$/);

    // After a reload the address restores the results and the values of the form.
    await page.reload();
    await expect(page.locator('[data-game]')).toHaveCount(1);
    await expect(form.getByLabel('Minimum moves')).toHaveValue('3');
    await form.getByLabel('Result').selectOption({ label: 'Draw' });
    await form.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('No games found. Try fewer filters.')).toBeVisible();
    await page.goBack();
    await expect(page.locator('[data-game]')).toHaveCount(1);
    await form.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.locator('[data-game]')).toHaveCount(2);
  });
}

test('games are found by the names of both players', async ({ newcomer }) => {
  const [ada, bob, page] = [await newcomer(), await newcomer(), await newcomer()];
  for (const [player, name] of [[ada, 'Ada'], [bob, 'Bob']] as const) {
    await player.goto('/');
    await account(player, name);
  }
  await meet(ada, bob);
  await playOn({ black: ada, white: bob }, 0, 2);
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('dialog').getByRole('heading').waitFor();
  await finishGames(page, 1);
  await page.goto('/games');
  await expect(page.locator('[data-game]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Search' }).click();
  const form = page.getByRole('form', { name: 'Search games' });
  await form.getByLabel('Player', { exact: true }).fill('ada');
  await form.getByLabel('Opponent').fill('Bob');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('[data-game]')).toHaveCount(1);
  await form.getByLabel('ada’s opponent').fill('Nobody-here');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No games found. Try fewer filters.')).toBeVisible();
});

test('a game is saved as text and as JSON, and the text is opened in the analysis', async ({ newcomer }) => {
  const page = await newcomer();
  await finishGames(page, 1);
  await page.reload();
  await page.locator('[data-game] a').click();
  await chooseTool(page, 'Share');
  const dialog = page.getByRole('dialog');
  const saved = async (name: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name }).click()]);
    return readFile(await download.path(), 'utf8');
  };
  const text = await saved('Save as text');
  expect(text).toContain('[Layout "standard"]');
  expect(JSON.parse(await saved('Save as JSON'))).toMatchObject({ moves: ['a1b2', 'i5h5'] });
  await clean(page);

  await page.goto('/analysis');
  await page.getByLabel('From text').fill('asdf');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This is neither a position nor a game\./);
  await page.getByLabel('Open file').setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Show' }).or(page.locator('form button[type=submit]')).first().click();
  await page.locator('[data-path="0.0"]').waitFor();
});

test('the analysis shows the moves of other games, and plays one', async ({ newcomer }) => {
  const page = await newcomer({ viewport: { width: 360, height: 740 } });
  await finishGames(page, 2);
  // A background task counts them after the games have ended.
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/v1/explorer?layout=standard');
      return ((await answer.json()) as { moves: { games: number }[] }).moves[0]?.games;
    })
    .toBe(2);
  await page.goto('/analysis?mode=two&layout=standard');
  const panel = page.getByRole('region', { name: 'Opening explorer' });
  await panel.getByRole('button', { name: 'Opening explorer' }).click();
  const row = panel.getByRole('row', { name: /a1b2/ });
  await expect(row.getByRole('cell')).toHaveText(['2', '0%', '0%', '100%']);
  await clean(page);
  await fits(page);
  await row.getByRole('button', { name: 'Play a1b2' }).click();
  await expect(panel.getByRole('row', { name: /i5h5/ }).getByRole('cell')).toHaveText(['2', '100%', '0%', '0%']);
  await panel.getByRole('button', { name: 'Play i5h5' }).click();
  await expect(panel.getByText('No games from this position yet.')).toBeVisible();
});
