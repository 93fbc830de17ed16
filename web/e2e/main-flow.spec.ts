import { playThrough } from './main-flow';
import { expect, test } from './test';

test('two browsers meet, play, resign and play again', async ({ newcomer }) => {
  await playThrough(await newcomer(), await newcomer());
});

test.describe('at http://ADDRESS, which browsers treat as insecure', () => {
  /** Playwright's browser resolves this name to 127.0.0.1; only localhost is trusted without HTTPS. */
  const HOST = 'sumito.test';

  test('two browsers meet, play, resign and play again', async ({ newcomer, server }) => {
    const baseURL = server.address.replace('127.0.0.1', HOST);
    const [black, white] = [await newcomer({ baseURL }), await newcomer({ baseURL })];
    await black.goto('/');
    expect(await black.evaluate(() => isSecureContext)).toBe(false);
    await playThrough(black, white);
  });

  test('the link is copied without the clipboard API', async ({ newcomer, server }) => {
    const page = await newcomer({ baseURL: server.address.replace('127.0.0.1', HOST) });
    await page.goto('/new');
    await page.getByRole('button', { name: 'Create game' }).click();
    const link = await page.getByLabel('Link to this game').inputValue();
    expect(link).toContain(HOST);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.evaluate(() => document.body.append(document.createElement('textarea')));
    await page.locator('textarea').press('Control+V');
    await expect(page.locator('textarea')).toHaveValue(link);
  });
});
