import type { Page } from '@playwright/test';

import { look } from './checks';
import { account } from './people';
import { expect, test } from './test';

/** Creates an API token with the scope `play` for the player of a page. */
async function playToken(page: Page): Promise<string> {
  const data = { label: 'club evening', scopes: ['play'], days: 7 };
  const answer = await page.request.post('/api/v1/tokens', { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { token: string }).token;
}

test('paired players see the message and their boards, and the organizer the list', async ({ newcomer }, info) => {
  const [olga, anne, ben] = [await newcomer({ viewport: { width: 360, height: 740 } }), await newcomer(), await newcomer()];
  await account(olga, 'Olga');
  await account(anne, 'Anne');
  await account(ben, 'Ben');
  const [first, second] = [await playToken(anne), await playToken(ben)];
  await anne.goto('/');
  await expect(anne.getByRole('button', { name: 'Anne' }).or(anne.getByText('Anne')).first()).toBeVisible();

  const clock = { kind: 'fischer', initial_ms: 300_000, increment_ms: 0 };
  const pair = async (more: object): Promise<void> => {
    const data = { pairs: [{ first, second }], terms: { clock }, ...more };
    const answer = await olga.request.post('/api/v1/pairings', { data });
    expect(answer.status()).toBe(201);
  };
  await pair({ start_at: (Date.now() + 3_600_000) * 1000, message: 'Round 4' });
  await pair({ message: 'Good luck' });
  await expect(anne.getByText('Olga: Good luck')).toBeVisible();
  await expect(anne).toHaveURL(/\/room\//);
  await anne.screenshot({ path: info.outputPath('paired.png') });

  await olga.goto('/account?part=developers');
  const section = olga.locator('section', { has: olga.getByRole('heading', { name: 'Pairings' }) });
  await expect(section.getByText('Good luck')).toBeVisible();
  await expect(section.getByRole('link', { name: 'started' })).toHaveAttribute('href', /\/room\//);
  await section.scrollIntoViewIfNeeded();
  await look(olga);
  await section.screenshot({ path: info.outputPath('pairings.png') });
  await section.getByRole('button', { name: /^Cancel/ }).click();
  await expect(section.getByText('cancelled')).toBeVisible();
  await expect(section.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
});
