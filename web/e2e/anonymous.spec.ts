import type { BrowserContext, Page } from '@playwright/test';
import { dailyPuzzle } from './puzzle';
import { expect, refused, test, UNREACHABLE } from './test';

/** The HTTP requests that the server has refused. */
function watchFor(context: BrowserContext): { guests: number; refusals: string[] } {
  const seen = { guests: 0, refusals: [] as string[] };
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/v1/guests') seen.guests += 1;
    if (response.status() >= 400) seen.refusals.push(`${response.status()} ${pathname}`);
  });
  return seen;
}

async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create game' }).click();
  return page.getByLabel('Link to this game').inputValue();
}

const connected = (page: Page): Promise<void> => page.locator('[data-connection="open"]').waitFor();

const ownName = (page: Page): Promise<string | null> => page.getByRole('banner').locator('a[title="Game history"]').textContent();

test('a visitor who only looks stays anonymous, and no request is refused', async ({ newcomer }) => {
  const [maker, visitor] = [await newcomer(), await newcomer()];
  await maker.goto('/new');
  const link = await create(maker);
  await dailyPuzzle(maker);
  const seen = watchFor(visitor.context());
  for (const address of ['/', '/new', '/games', '/puzzles', '/puzzles/streak', link]) {
    await visitor.goto(address);
    await connected(visitor);
  }
  await expect(visitor.getByRole('button', { name: 'Join game' })).toBeVisible();
  expect(seen).toEqual({ guests: 0, refusals: [] });
  expect(await visitor.context().cookies()).toEqual([]);
  await visitor.getByRole('button', { name: 'Join game' }).click();
  await expect(visitor.locator('[data-color]').filter({ hasText: 'you' })).toHaveCount(1);
  await expect.poll(() => seen.guests).toBe(1);
});

for (const host of ['127.0.0.1', 'sumito.test']) {
  test(`two tabs that act at once are one guest at ${host}`, async ({ newcomer, server }) => {
    const baseURL = server.address.replace('127.0.0.1', host);
    const first = await newcomer({ baseURL });
    const seen = watchFor(first.context());
    const second = await first.context().newPage();
    for (const page of [first, second]) {
      await page.goto('/new');
      await connected(page);
    }
    await Promise.all([create(first), create(second)]);
    await expect.poll(() => seen.guests).toBe(1);
    expect(await ownName(second)).toBe(await ownName(first));
  });
}

test('a tab learns the identity as soon as another tab gets one', async ({ newcomer }) => {
  const first = await newcomer();
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto('/new');
    await connected(page);
  }
  await create(first);
  await expect(second.getByRole('banner').locator('a[title="Game history"]')).toHaveText((await ownName(first)) ?? '');
});

test('a browser without cookies stays one guest', async ({ newcomer, server, tolerate }) => {
  tolerate(UNREACHABLE);
  const page = await newcomer();
  const seen = watchFor(page.context());
  // The test drops the server's cookies, as if the browser blocked them.
  await page.route('**/api/v1/guests', async (route) => {
    const response = await route.fetch();
    await page.context().clearCookies();
    const headers = Object.fromEntries(Object.entries(response.headers()).filter(([name]) => name !== 'set-cookie'));
    await route.fulfill({ response, headers });
    await page.context().clearCookies();
  });
  await page.goto('/new');
  await create(page);
  const name = await ownName(page);
  await server.kill();
  await page.locator('[data-connection="lost"]').waitFor();
  await server.restart();
  await connected(page);
  expect(await ownName(page)).toBe(name);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cancel game' })).toBeVisible();
  expect(await ownName(page)).toBe(name);
  expect(await page.context().cookies()).toEqual([]);
  await expect.poll(() => seen.guests).toBe(1);
});

test('a page over the guest limit says so, and can try again', async ({ newcomer, tolerate }) => {
  tolerate(refused(429));
  const page = await newcomer();
  let full = true;
  const body = { type: 'about:blank', title: '', status: 429, detail: 'too many guests', code: 'rate_limited' };
  await page.route('**/api/v1/guests', (route) =>
    full ? route.fulfill({ status: 429, contentType: 'application/problem+json', json: body }) : route.continue(),
  );
  await page.goto('/new');
  await connected(page);
  await page.getByRole('button', { name: 'Create game' }).click();
  await expect(page.getByText('You’re going too fast. Wait a moment and try again.')).toBeVisible();
  await expect(page.locator('[data-connection="open"]')).toBeVisible();
  full = false;
  await create(page);
});
