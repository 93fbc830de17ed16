import { readFile } from 'node:fs/promises';

import { clean, fits } from './checks';
import { finishGames } from './finished';
import { expect, test, UNREACHABLE } from './test';
import { chooseTool } from './tools';

for (const [name, options] of [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a dark phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
] as const) {
  test(`a receipt is checked, also without a connection, on ${name}`, async ({ newcomer, tolerate }) => {
    tolerate(UNREACHABLE);
    const page = await newcomer(options);
    await finishGames(page, 1);
    // A background task issues it after the game has ended.
    await expect
      .poll(async () => {
        const answer = await page.request.get('/api/v1/receipts/log');
        return ((await answer.json()) as { hashes: string[] }).hashes.length;
      })
      .toBe(1);
    await page.reload();
    await page.locator('[data-game] a').click();
    await chooseTool(page, 'Share');
    await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).click();
    await expect(page.getByRole('heading', { name: 'The receipt is genuine' })).toBeVisible();
    await expect(page.getByText('Won by White')).toBeVisible();
    await expect(page.getByText('2 moves', { exact: true })).toBeVisible();
    await clean(page);
    await fits(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save receipt' }).click()]);
    const receipt = await readFile(await download.path());

    const choose = (buffer: Buffer): Promise<void> =>
      page.getByLabel('Choose a file').setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer });
    await page.context().setOffline(true);
    await choose(Buffer.from(receipt.toString().replace('"winners":[1]', '"winners":[0]')));
    await expect(page.getByText('It has been changed since the server signed it.')).toBeVisible();
    await choose(receipt);
    await expect(page.getByRole('heading', { name: 'The receipt is genuine' })).toBeVisible();
    await page.getByLabel('Receipt', { exact: true }).fill('Hello');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('This isn’t a receipt, or part of it is missing.')).toBeVisible();
    await clean(page);
    await fits(page);
  });
}
