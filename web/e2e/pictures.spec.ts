import type { Page } from '@playwright/test';

import { expect, test } from './test';

/** A position of each mode with marbles in the trays, and the selected cells. */
const SCENES = [
  { mode: 'two', position: '1www1/wwwwww/2wb1w1/3bb3/4b4/4w3/2bbb2/1bbbb1/1bb2 b 2,1 3 40', hand: ['e5', 'f6'] },
  { mode: 'three', position: 'ww1rr/ww2rr/1w3r1/2w1b2r/ww2b2rr/w3b2r/7/1bbbb1/1bbb1 b 1,0,1 2 31', hand: ['d5', 'e5'] },
  { mode: 'four', position: 'b3w/bb2ww/1bb1ww1/2b2w2/2b3w2/1yy2rr1/yy3rr/yy2rr/y3r b 1,2 0 24', hand: ['f3', 'g4'] },
  { mode: 'four-consecutive', position: 'b3w/bb2ww/1bb1ww1/2b2w2/2b3w2/1yy2rr1/yy3rr/yy2rr/y3r r 1,2 0 25', hand: ['d7', 'c6'] },
] as const;

/** Small pictures suffice: they show where each marble lies, its colour, and the marks of a move. */
const SMALL = { viewport: { width: 220, height: 600 }, deviceScaleFactor: 1, colorScheme: 'light', reducedMotion: 'reduce' } as const;

async function show(page: Page, board: string, { mode, position, hand }: (typeof SCENES)[number]): Promise<void> {
  // The test hides the coordinates, because each machine draws letters differently.
  const settings = JSON.stringify({ appearance: 'light', board, coordinates: 'off' });
  await page.addInitScript((stored) => localStorage.setItem('sumito.settings', stored), settings);
  await page.goto(`/analysis?${new URLSearchParams({ mode, position }).toString()}`);
  for (const cell of hand) await page.locator(`[data-cell="${cell}"]`).click();
  await page.mouse.move(0, 0);
  await page.locator('.cell.target').first().waitFor();
  // The picture shows only the board, at whole pixels, so the rest of the page neither covers nor moves it.
  await page.addStyleTag({
    content: 'body { visibility: hidden } .board { visibility: visible; position: fixed; z-index: 1000; inset: 0 auto auto 0; inline-size: 204px }',
  });
}

for (const board of ['wood', 'slate', 'contrast']) {
  for (const scene of SCENES) {
    test(`the board of ${board} looks as it did: ${scene.mode}`, async ({ newcomer }) => {
      const page = await newcomer(SMALL);
      await show(page, board, scene);
      await expect(page.locator('.board').first()).toHaveScreenshot(`${board}-${scene.mode}.png`);
    });
  }
}
