import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { follow } from '../src/lib/game/rules/follow';
import { layoutOf, startFrom } from '../src/lib/game/rules/layouts';
import { legalMoves } from '../src/lib/game/rules/legal';
import type { Move } from '../src/lib/game/rules/move';
import { moveText } from '../src/lib/game/rules/notation';
import { finishGames } from './finished';
import { meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { expect, test } from './test';
import { chooseTool, openTools } from './tools';

/** Two players play a few moves, and then a player resigns. */
async function finished(black: Page, white: Page): Promise<void> {
  await meet(black, white);
  await playOn({ black, white }, 0, 4);
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('link', { name: 'Review game' }).first().click();
  await black.locator('[data-ply="4"]').waitFor();
}

/** Returns a legal move after this many plies that the recorded game did not play. */
function otherMove(ply: number): Move {
  const layout = layoutOf('two', 'belgian_daisy');
  const position = layout === null ? undefined : follow(startFrom('two', layout), MOVES).positions[ply];
  const move = position && legalMoves(position).find((each) => each.kind === 'in-line' && moveText(each) !== MOVES[ply]);
  if (move === undefined) throw new Error('there is another move');
  return move;
}

/** Clicks a button that saves a file, and reads the file. */
async function saved(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test('a finished game is analysed with a variation, which is there again after a reload', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await finished(black, white);
  const game = new URL(black.url()).pathname;
  await black.locator('[data-ply="2"]').click();
  await expect(black).toHaveURL(`${game}?ply=2`);
  await chooseTool(black, 'Analyse from here');
  await expect(black.getByRole('status').filter({ hasText: 'to move' })).toBeVisible();
  const other = otherMove(2);
  await new Table(black).playByClicks(other);
  const variation = black.locator('[data-path="0.0.1"]');
  await expect(variation).toHaveAttribute('aria-current', 'step');
  await expect(black).toHaveURL(new RegExp(`moves=2\\.${moveText(other)}`));
  await black.reload();
  await expect(variation).toHaveAttribute('aria-current', 'step');
  await black.keyboard.press('ArrowUp');
  await expect(black.locator('[data-path="0.0.0"]')).toHaveAttribute('aria-current', 'step');
  await black.keyboard.press('ArrowDown');
  await black.getByRole('button', { name: 'Delete from here' }).click();
  await expect(variation).toHaveCount(0);
  await expect(black.locator('[data-ply="4"]')).toHaveText(MOVES[3] ?? '');
});

test('a position is shared as a picture and a game as text, which the analysis reads', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await finished(black, white);
  await chooseTool(black, 'Share');
  const png = await saved(black, 'Save as PNG');
  expect([png.name, png.content.subarray(1, 4).toString()]).toEqual([expect.stringMatching(/^sumito-\S+-4\.png$/), 'PNG']);
  const svg = await saved(black, 'Save as SVG');
  expect(svg.content.toString()).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  expect(svg.content.toString()).not.toContain('var(');
  const gif = await saved(black, 'Save as GIF');
  expect(gif.name).toMatch(/^sumito-\S+\.gif$/);
  expect(gif.content.subarray(0, 6).toString()).toBe('GIF89a');
  // A position of the start, and one of each move.
  expect(gif.content.toString('latin1').split('\x21\xf9\x04')).toHaveLength(MOVES.slice(0, 4).length + 2);
  const text = await black.getByRole('textbox', { name: 'Whole game as text' }).inputValue();
  expect(text).toContain(`1. ${MOVES[0] ?? ''} ${MOVES[1] ?? ''}`);
  await expect(black.getByRole('textbox', { name: 'Code to embed this game' })).toHaveValue(/^<iframe src="[^"]+\/embed\/game\/[^"]+"/);
  await black.goto('/analysis');
  await black.getByLabel('From text').fill(text);
  await black.getByRole('button', { name: 'Import' }).click();
  await expect(black.locator('[data-ply="4"]')).toHaveAttribute('aria-current', 'step');
});

test('a game replays by itself up to its end', async ({ newcomer }) => {
  const page = await newcomer();
  await finishGames(page, 1);
  await page.reload();
  await page.locator('[data-game] a').click();
  await openTools(page);
  await page.getByLabel('Speed').selectOption('fast');
  await page.keyboard.press('Escape');
  // On a busy machine the test would miss some current moves, so the page records them itself.
  const shown = await page.evaluateHandle(() => {
    const plies = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLElement && target.ariaCurrent === 'step') plies.add(target.dataset.ply ?? '');
      }
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-current'] });
    return plies;
  });
  await page.getByRole('button', { name: 'Autoplay' }).click();
  await expect(page.locator('[data-ply="2"]')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('button', { name: 'Autoplay' })).toBeVisible();
  expect(await shown.evaluate((plies) => [...plies].filter((ply) => ply !== '0'))).toEqual(['1', '2']);
});

test('the way back from a game restores the rows of the list', async ({ newcomer }) => {
  const page = await newcomer();
  await finishGames(page, 30);
  await page.reload();
  await page.getByRole('button', { name: 'Show older games' }).click();
  await expect(page.locator('[data-game]')).toHaveCount(30);
  const row = page.locator('[data-game]').nth(27);
  const id = await row.getAttribute('data-game');
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await row.getByRole('link').click();
  await page.locator('[data-ply="2"]').waitFor();
  await page.goBack();
  await expect(page.locator('[data-game]')).toHaveCount(30);
  await expect(page.locator(`[data-game="${id ?? ''}"] a`)).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
});
