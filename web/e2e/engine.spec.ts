import type { Page } from '@playwright/test';

import { clean, fits } from './checks';
import { expect, test } from './test';

/** The engine shares the processor with the browser and the server. */
const PATIENT = { timeout: 30_000 };

/** The names of the module and the worker that the page has loaded. */
function loaded(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('.wasm')));
}

test('the engine follows every position once it is switched on, and its line is added to the tree', async ({ newcomer }) => {
  const page = await newcomer();
  const modules: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) modules.push(request.url());
  });
  const answered = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await page.goto('/analysis?mode=two&layout=belgian_daisy');
  const panel = page.getByRole('region', { name: 'Computer analysis' });
  const engine = panel.getByRole('switch', { name: 'Engine' });
  await expect(engine).not.toBeChecked();
  await page.waitForLoadState('networkidle');
  expect([page.workers().length, modules, await loaded(page)]).toEqual([0, [], []]);

  await engine.click();
  const headers = await (await answered).allHeaders();
  expect([headers['content-type'], headers['content-encoding']]).toEqual(['application/wasm', 'br']);
  expect(headers['cache-control']).toContain('immutable');
  const line = panel.getByRole('group').getByRole('button');
  await expect(line.first()).toBeVisible(PATIENT);
  await expect(panel.getByText(/^Depth \d+/)).toBeVisible();
  await clean(page);

  // It deepens, and a step leads it to another position.
  const depth = async (): Promise<number> => Number(await panel.locator('[data-depth]').getAttribute('data-depth'));
  await expect.poll(depth, PATIENT).toBeGreaterThan(4);
  await line.first().click();
  await expect(page.locator('[data-ply="1"]')).toHaveAttribute('aria-current', 'step');
  await expect(panel.locator('.score')).toBeVisible(PATIENT);
  // The move has a figure, and the first position its result.
  await expect(page.getByRole('region', { name: 'Moves' }).locator('.figure').first()).toHaveText(/^[+−-]?\d/, PATIENT);
  await page.keyboard.press('Home');
  await expect.poll(depth).toBeGreaterThan(4);
  expect(modules).toHaveLength(1);

  // The choice outlasts a reload; without it there is no worker.
  await page.reload();
  await expect(engine).toBeChecked();
  await expect(panel.locator('.score')).toBeVisible(PATIENT);
  await engine.click();
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(panel.locator('.score')).toHaveCount(0);
});

test('a hundred quick steps end at the evaluation of the right position', async ({ newcomer }) => {
  const page = await newcomer();
  const moves = '0.a1b2.i5h5.a2b3.i6h6.a3b4.i7h7';
  await page.goto(`/analysis?mode=two&layout=belgian_daisy&moves=${moves}`);
  const panel = page.getByRole('region', { name: 'Computer analysis' });
  await panel.getByRole('switch', { name: 'Engine' }).click();
  await expect(panel.locator('.score')).toBeVisible(PATIENT);
  // The switch has the keys while it has the focus.
  await page.locator(':focus').blur();
  for (let step = 0; step < 100; step += 1) await page.keyboard.press(step % 7 < 4 ? 'ArrowLeft' : 'ArrowRight');
  await page.keyboard.press('Home');
  const first = panel.getByRole('group').getByRole('button').first();
  await expect(first).toHaveAccessibleName(/Black/, PATIENT);
  await page.keyboard.press('ArrowRight');
  await expect(first).toHaveAccessibleName(/White/, PATIENT);
});

for (const [mode, layout] of [
  ['three', 'three_standard'],
  ['four', 'four_standard'],
] as const) {
  test(`the engine evaluates positions of ${mode} players on a phone`, async ({ newcomer }) => {
    const page = await newcomer({ viewport: { width: 360, height: 740 } });
    await page.goto(`/analysis?mode=${mode}&layout=${layout}`);
    const panel = page.getByRole('region', { name: 'Computer analysis' });
    await panel.getByRole('switch', { name: 'Engine' }).click();
    await expect(panel.locator('.score')).toBeVisible(PATIENT);
    await fits(page);
    await clean(page);
  });
}
