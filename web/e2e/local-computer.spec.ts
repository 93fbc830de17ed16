import type { Page } from '@playwright/test';

import { isIllegal } from '../src/lib/game/rules/illegal';
import { layoutOf, startFrom } from '../src/lib/game/rules/layouts';
import { legalMoves } from '../src/lib/game/rules/legal';
import { moveText, readMove } from '../src/lib/game/rules/notation';
import { play } from '../src/lib/game/rules/play';
import type { Position } from '../src/lib/game/rules/position';
import { look } from './checks';
import { PHONE } from './people';
import { Table } from './table';
import { expect, test, UNREACHABLE } from './test';

/** The engine shares the processor with the browser and the server. */
const PATIENT = { timeout: 60_000 };

/** The position of the stored game. */
async function position(page: Page): Promise<Position> {
  const events = await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('sumito.local') ?? '{}') as { events: { move: string }[] };
    return stored.events.map(({ move }) => move);
  });
  const layout = layoutOf('two', 'belgian_daisy');
  if (layout === null) throw new Error('there is such a layout');
  return events.reduce((before, text) => {
    const move = readMove(before, text);
    if (isIllegal(move)) throw new Error(`${text} is not legal`);
    return play(before, move);
  }, startFrom('two', layout));
}

/** Plays an in-line move without a push. */
async function move(page: Page): Promise<void> {
  const quiet = legalMoves(await position(page)).find(({ kind, row, targets }) => kind === 'in-line' && row.length === 1 && targets.length === 1);
  if (quiet === undefined) throw new Error('a single marble can move');
  await test.step(moveText(quiet), () => new Table(page).playByClicks(quiet));
}

async function shows(page: Page, ply: number): Promise<void> {
  await page.locator(`[data-ply="${ply}"]`).waitFor(PATIENT);
}

/** The files of the engine in the caches, without their hashes. */
function cached(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = requests.flat().map(({ url }) => new URL(url).pathname.replace(/-[\w-]{4}(?=\.wasm$)|-[\w-]{7}(?=\.js$)/, ''));
    return paths.filter((path) => path.includes('engine')).sort();
  });
}

test('a game against a computer goes on without a network, over reloads', async ({ newcomer, server, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const page = await newcomer({ serviceWorkers: 'allow' });
  const asked: string[] = [];
  page.context().on('request', (request) => {
    if (/\/assets\/[\w-]*engine-/.test(request.url())) asked.push(request.url());
  });
  await page.goto('/local');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) => {
      active?.addEventListener('statechange', () => (active.state === 'activated' ? resolve() : undefined));
    });
  });
  await page.getByRole('combobox', { name: 'White' }).selectOption('Level 5: amateur');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.getByText('No moves yet').waitFor();
  // Nothing of the engine is there before its first turn.
  expect([asked, await cached(page), page.workers().length]).toEqual([[], [], 0]);

  await move(page);
  await shows(page, 2);
  await expect.poll(() => cached(page), PATIENT).toEqual(['/assets/engine.js', '/assets/sumito-engine.wasm']);

  await page.context().setOffline(true);
  await server.kill();
  // The board moves down when the page shows the message.
  const unreachable = page.getByText('Can’t reach the server.', { exact: false });
  await unreachable.waitFor(PATIENT);
  await move(page);
  await shows(page, 4);

  await page.reload();
  await shows(page, 4);
  await unreachable.waitFor(PATIENT);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\s*Play \w+\.\s*$/ })).toBeVisible(PATIENT);
  await expect(page.locator('.hint path').first()).toBeVisible();
  await move(page);
  // The reload interrupts the computer, if it has not moved yet.
  await page.reload();
  await shows(page, 6);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-ply="5"]')).toHaveCount(0);
  await shows(page, 4);

  await unreachable.waitFor(PATIENT);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog', { name: 'Do you want to resign?' }).getByRole('button', { name: 'Black resigns' }).click();
  await page.getByRole('dialog', { name: 'You lost' }).getByRole('link', { name: 'Analysis board' }).click(PATIENT);
  await shows(page, 4);
});

test('computers take seats of four players on a phone', async ({ newcomer }) => {
  test.slow();
  const page = await newcomer(PHONE);
  await page.goto('/local');
  await page.getByRole('radio', { name: 'Four, team by team' }).check();
  for (const [color, level] of [['White', 'Level 3: easy'], ['Red', 'Level 1: first steps'], ['Yellow', 'Level 12: full strength']] as const) {
    await page.getByRole('combobox', { name: color }).selectOption(level);
  }
  await look(page);
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.locator('.panel[data-color="yellow"]')).toContainText('Computer level 12');
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.getByRole('status').filter({ hasText: /^\s*Play (\w+)\.\s*$/ });
  await expect(hint).toBeVisible(PATIENT);
  const text = /Play (\w+)\./.exec((await hint.textContent()) ?? '')?.[1] ?? '';
  await look(page);
  const layout = layoutOf('four-consecutive', 'four_standard');
  if (layout === null) throw new Error('there is such a layout');
  const best = readMove(startFrom('four-consecutive', layout), text);
  if (isIllegal(best)) throw new Error(`${text} is not legal`);
  await new Table(page).playByClicks(best);
  // All three computers move.
  await shows(page, 4);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await look(page);
});
