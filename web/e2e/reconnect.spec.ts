import type { Page } from '@playwright/test';
import { moveAt, meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { expect, test, UNREACHABLE } from './test';

/** The timeout of steps that wait for a reconnect, because attempts become rare. */
const LONG_MS = 60_000;

const MARK = 'sumitoPageIsTheSame';

async function mark(page: Page): Promise<void> {
  await page.evaluate((name) => Reflect.set(window, name, true), MARK);
}

async function isTheSame(page: Page): Promise<boolean> {
  return page.evaluate((name) => Reflect.get(window, name) === true, MARK);
}

test('a killed server comes back in mid-game, and both pages go on', async ({ newcomer, server, tolerate }) => {
  tolerate(UNREACHABLE);
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 7);
  await Promise.all([mark(black), mark(white)]);
  await new Table(white).hasTurn();

  await server.kill();
  for (const page of [black, white]) await expect(page.getByText('Reconnecting…')).toBeVisible();

  // The page shows a move at once without a server, and sends it later.
  const move = MOVES[7] ?? '';
  await new Table(white).playByClicks(moveAt(7));
  await new Table(white).shows(8, move);
  await expect(black.locator('[data-ply="8"]')).toHaveCount(0);

  await server.restart();
  await new Table(black).shows(8, move);
  await playOn({ black, white }, 8, 14);
  for (const page of [black, white]) {
    await expect(page.locator('[data-connection="open"]')).toBeVisible();
    expect(await isTheSame(page)).toBe(true);
  }
});

test('a page that was away catches up', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const [black, white, watcher] = [await newcomer(), await newcomer(), await newcomer()];
  let cut = (): void => undefined;
  let reachable = true;
  await watcher.routeWebSocket(/\/ws$/, (socket) => {
    if (!reachable) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    cut = () => {
      void socket.close();
      void server.close();
    };
  });
  const link = await meet(black, white);
  await watcher.goto(link);
  await playOn({ black, white }, 0, 2);
  await new Table(watcher).shows(2, MOVES[1] ?? '');

  reachable = false;
  cut();
  await playOn({ black, white }, 2, 10);
  await expect(watcher.locator('[data-ply="3"]')).toHaveCount(0);

  reachable = true;
  await new Table(watcher).shows(10, MOVES[9] ?? '');
  await playOn({ black, white }, 10, 11);
  await new Table(watcher).shows(11, MOVES[10] ?? '');
});

test('an unreachable server is reported once, and missing content loads when it is back', async ({ newcomer, server, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const page = await newcomer();
  await page.goto('/players');
  await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  // The rest of the page has loaded before the server stops.
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor();
  await page.locator('[data-connection="open"]').waitFor();
  /** The page requests the reason after every third attempt to connect, with longer and longer waits in between. */
  const askedWhy = (): Promise<unknown> =>
    page.waitForEvent('requestfailed', { predicate: (request) => request.url().endsWith('/ws'), timeout: LONG_MS });
  const asked = askedWhy();
  await server.kill();
  await page.getByRole('main').getByRole('link', { name: 'Players', exact: true }).click({ timeout: LONG_MS });
  const said = page.getByText('Can’t reach the server.', { exact: false });
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: LONG_MS });
  await asked;
  await askedWhy();
  await expect(said).toHaveCount(1);
  await server.restart();
  await expect(said).toHaveCount(0, { timeout: LONG_MS });
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('the bar about an unreachable server lies over a page with a board, which stays where it is', async ({ newcomer, server, tolerate }) => {
  tolerate(UNREACHABLE);
  const page = await newcomer();
  await page.goto('/analysis?mode=two&layout=standard');
  await page.locator('[data-connection="open"]').waitFor();
  const cell = page.locator('[data-cell="e5"]');
  const before = await cell.boundingBox();
  await server.kill();
  await page.getByText('Can’t reach the server.', { exact: false }).waitFor({ timeout: 30_000 });
  expect(await cell.boundingBox()).toEqual(before);
  // A finger that pulls next to a marble does not load the page again.
  expect(await page.locator(':root').evaluate((root) => getComputedStyle(root).overscrollBehaviorY)).toBe('contain');
});
