import type { Page } from '@playwright/test';

import { finishGames } from './finished';
import { gather, step } from './gathering';
import { meet, MOVES, playOn } from './recorded';
import { expect, test } from './test';

const TOUCH = { hasTouch: true, isMobile: true };

/** Window sizes in which a game is played without scrolling. */
const WINDOWS = [
  { name: 'a phone on its side', width: 844, height: 390 },
  { name: 'a small phone on its side', width: 667, height: 375 },
  { name: 'a small phone', width: 360, height: 640 },
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a tablet', width: 768, height: 1024 },
  { name: 'a desktop', width: 1280, height: 800 },
  { name: 'a wide desktop', width: 2560, height: 1400 },
];

/** Checks that the page is as high as the window and contains the controls of a game without overlaps. */
async function holdsTheTable(page: Page, players: number): Promise<void> {
  await expect(page.locator('.side').getByRole('button', { name: 'Resign' })).toBeVisible();
  const { page: content, window, parts, board } = await page.evaluate(() => {
    const rect = (element: Element): { left: number; top: number; right: number; bottom: number } => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const cells = [...document.querySelectorAll('[data-cell]')].map(rect);
    return {
      page: { width: scrollWidth, height: scrollHeight },
      window: { width: clientWidth, height: clientHeight },
      parts: [...document.querySelectorAll('[data-color], .actions button')].map(rect),
      board: cells,
    };
  });
  expect(content).toEqual(window);
  expect(board).toHaveLength(61);
  expect(parts).toHaveLength(players + 3);
  for (const { left, top, right, bottom } of [...parts, ...board]) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(window.width);
    expect(bottom).toBeLessThanOrEqual(window.height);
  }
  const overlaps = parts.flatMap((part) =>
    [...board, ...parts].filter(
      (other) =>
        other !== part &&
        part.left < other.right - 1 &&
        other.left < part.right - 1 &&
        part.top < other.bottom - 1 &&
        other.top < part.bottom - 1,
    ),
  );
  expect(overlaps).toEqual([]);
}

test('every window holds a table of two', async ({ newcomer }) => {
  const [black, white] = [await newcomer({ ...TOUCH }), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  for (const { name, width, height } of WINDOWS) {
    await test.step(name, async () => {
      await black.setViewportSize({ width, height });
      await holdsTheTable(black, 2);
    });
  }
  // A reviewed ply does not move the controls.
  await black.setViewportSize({ width: 390, height: 844 });
  const bar = black.getByRole('button', { name: 'Previous move' });
  const before = await bar.boundingBox();
  await bar.click();
  await expect(black.getByText('viewing move 1')).toBeVisible();
  expect(await bar.boundingBox()).toEqual(before);
});

test('every window holds a table of four, each player where they sit', async ({ newcomer }) => {
  test.slow();
  const pages = [await newcomer(), await newcomer(), await newcomer(), await newcomer()] as const;
  const [black, white, red, yellow] = pages;
  await gather(pages, 'Four');
  await step(black, 'g5', 'f5', 1);
  await step(white, 'g7', 'f6', 2);
  await step(red, 'c5', 'd5', 3);
  await step(yellow, 'c3', 'd4', 4);
  for (const { name, width, height } of WINDOWS) {
    await test.step(name, async () => {
      await white.setViewportSize({ width, height });
      await holdsTheTable(white, 4);
    });
  }
  // White sits at the bottom. The other players follow clockwise: Red on the left, Yellow across, Black on the right.
  await white.setViewportSize({ width: 1280, height: 800 });
  const places = await white.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-color]')].map((panel) => {
        const { left, right, top, bottom } = panel.getBoundingClientRect();
        return [panel.dataset['color'], { x: (left + right) / 2, y: (top + bottom) / 2 }];
      }),
    ),
  );
  const { black: right, white: near, red: left, yellow: across } = places;
  expect(left?.x).toBeLessThan(near?.x ?? 0);
  expect(right?.x).toBeGreaterThan(near?.x ?? Infinity);
  expect(across?.y).toBeLessThan(Math.min(left?.y ?? 0, right?.y ?? 0));
  expect(near?.y).toBeGreaterThan(Math.max(left?.y ?? Infinity, right?.y ?? Infinity));
  // The panel of a player names the partner.
  await expect(white.locator('[data-color="white"]')).toContainText('with Yellow');
});

/** Small windows in which a finished game has its moves and the way to its analysis beside the board, and the rows of moves in them. */
const LOW = [
  { width: 640, height: 400, rows: 1 },
  { width: 720, height: 450, rows: 5 },
];

/** Returns how far the captured marbles, with their outlines, reach beyond the box that clips them. */
function clipped(page: Page): Promise<number[]> {
  return page.locator('.marbles').evaluateAll((all) =>
    all.flatMap((marbles) => {
      const { overflowX, overflowY } = getComputedStyle(marbles);
      const box = marbles.getBoundingClientRect();
      return [...marbles.querySelectorAll('.dot')].flatMap((dot) => {
        const outline = Number(/(\d+)px$/.exec(getComputedStyle(dot).boxShadow)?.[1]);
        const { left, right, top, bottom } = dot.getBoundingClientRect();
        const across = Math.max(box.left - (left - outline), right + outline - box.right);
        const along = Math.max(box.top - (top - outline), bottom + outline - box.bottom);
        return [overflowX === 'visible' ? 0 : across, overflowY === 'visible' ? 0 : along].filter((beyond) => !(beyond <= 0.01));
      });
    }),
  );
}

test('a finished game shows its moves, the score and the way to its analysis in a small window', async ({ newcomer }) => {
  const page = await newcomer();
  await finishGames(page, 1, { layout: 'belgian_daisy', moves: MOVES.slice(0, 24) });
  await page.goto('/games');
  await page.locator('[data-game] a').first().click();
  await page.locator('[data-ply="24"]').waitFor();
  await expect(page.locator('.ahead')).toHaveCount(1);
  expect(await page.locator('.marbles .dot').count()).toBeGreaterThan(0);
  expect(await clipped(page)).toEqual([]);
  for (const { rows, ...size } of LOW) {
    await page.setViewportSize(size);
    const moves = page.getByRole('region', { name: 'Moves', exact: true });
    const row = (await page.locator('[data-ply="24"]').boundingBox())?.height ?? Infinity;
    await expect.poll(async () => (await moves.boundingBox())?.height ?? 0).toBeGreaterThan(Math.max(28, rows * row));
    for (const ahead of await page.locator('.ahead').all()) {
      const cut = await ahead.evaluate((each) => {
        const facts = each.closest('.facts')?.getBoundingClientRect();
        const { right } = each.getBoundingClientRect();
        return facts === undefined || right > facts.right + 0.5;
      });
      expect(cut).toBe(false);
    }
    expect(await clipped(page)).toEqual([]);
    const analyse = page.getByRole('button', { name: 'Run computer analysis' });
    await analyse.scrollIntoViewIfNeeded();
    await expect(analyse).toBeInViewport({ ratio: 0.99 });
    await page.evaluate(() => scrollTo(0, 0));
  }
});
