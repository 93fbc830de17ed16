import type { Page } from '@playwright/test';
import { centre } from '../src/lib/game/board/geometry';
import { cellNamed, type Cell } from '../src/lib/game/rules/cell';
import { clean } from './checks';
import { expect, test } from './test';

/** The maximum number of Tab presses to reach any control of a page. */
const MAX_TABS = 60;

function cell(name: string): Cell {
  const found = cellNamed(name);
  if (found === null) throw new Error(`there is no ${name}`);
  return found;
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await page.locator(`${selector}:focus`).count()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Moves the focus over the board as a sighted player would: up or down to the row, then along it. */
async function walkTo(page: Page, name: string): Promise<void> {
  const to = cell(name);
  for (;;) {
    const here = cell((await page.locator('[data-cell]:focus').getAttribute('data-cell')) ?? '');
    if (here === to) return;
    const { x, y } = centre(here);
    const aim = centre(to);
    if (Math.abs(aim.y - y) > 0.1) await page.keyboard.press(aim.y < y ? 'ArrowUp' : 'ArrowDown');
    else await page.keyboard.press(aim.x < x ? 'ArrowLeft' : 'ArrowRight');
  }
}

test('a game is made, joined and played without a pointer', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await black.goto('/new');
  await tabTo(black, 'input:is([value="black"], [value="random"])');
  await black.keyboard.press('ArrowRight');
  await expect(black.getByRole('radio', { name: 'Black' })).toBeChecked();
  await tabTo(black, 'button[type="submit"]');
  await black.keyboard.press('Enter');
  const link = await black.getByLabel('Link to this game').inputValue();

  await white.goto(link);
  await white.getByRole('button', { name: 'Join game' }).waitFor();
  await tabTo(white, '.button.primary');
  await white.keyboard.press('Enter');

  await expect(black).toHaveTitle(/^Your turn/);
  await tabTo(black, '[data-cell]');
  await walkTo(black, 'a2');
  await black.keyboard.press('Enter');
  await expect(black.locator('[data-cell="a2"]')).toHaveAccessibleName('Black marble on A2, selected');
  await walkTo(black, 'b3');
  await black.keyboard.press('Space');
  await walkTo(black, 'c4');
  await expect(black.locator('[data-cell="c4"]')).toHaveAccessibleName('C4, move here');
  await black.keyboard.press('Enter');
  await expect(white.locator('[data-ply="1"]')).toHaveText('a2b3');

  await tabTo(white, '[data-cell]');
  await white.keyboard.press('Enter');
  await expect(white.locator('[aria-selected="true"][data-cell]')).toHaveCount(0);

  await white.keyboard.press('?');
  await expect(white.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await clean(white);
  // A key cap is as high as its letter, also beside a text of several lines.
  await white.setViewportSize({ width: 320, height: 568 });
  const caps = white.getByRole('dialog').locator('kbd');
  const heights = await caps.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
  expect(heights.length).toBeGreaterThan(5);
  expect(new Set(heights).size, String(heights)).toBe(1);
  await white.keyboard.press('Escape');
  await expect(white.getByRole('dialog')).toHaveCount(0);

  await white.setViewportSize({ width: 1280, height: 800 });
  const height = async (): Promise<number> => (await white.locator('[data-cell="a1"]').boundingBox())?.y ?? 0;
  const before = await height();
  await white.keyboard.press('f');
  await expect.poll(async () => Math.abs((await height()) - before)).toBeGreaterThan(100);
  const turned = await height();
  await white.keyboard.press('z');
  await expect(white.locator('header.felt')).toBeHidden();
  await expect(white.locator('.game-table .side')).toBeHidden();
  expect(await height()).toBe(turned);
  await clean(white);
  await white.keyboard.press('z');
  await expect(white.locator('.game-table .side')).toBeVisible();
  await expect(white.locator('header.felt')).toBeVisible();
});
