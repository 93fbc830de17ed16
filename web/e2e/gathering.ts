import type { Page } from '@playwright/test';
import { Table } from './table';

export type Size = 'Three' | 'Four' | 'Four, team by team';

/** The first page makes a room, and the other pages join it in the order of the seats. */
export async function gather(pages: readonly Page[], size: Size, options: { ready?: boolean } = {}): Promise<string> {
  const [maker, ...others] = pages;
  if (maker === undefined) throw new Error('a player has to make the room');
  await maker.goto('/new');
  await maker.getByRole('radio', { name: size, exact: true }).check();
  await maker.getByRole('radio', { name: /^Black/ }).check();
  // The form keeps the values that were sent last.
  await maker.getByRole('checkbox', { name: /ready/ }).setChecked(options.ready ?? false);
  await maker.getByRole('button', { name: 'Create game' }).click();
  const link = await maker.getByLabel('Link to this game').inputValue();
  for (const [index, page] of others.entries()) {
    await page.goto(link);
    const seat = page.locator(`[data-seat="${index + 1}"]`);
    await seat.getByRole('button').click();
    await page.locator(`[data-seat="${index + 1}"]`, { hasText: 'you' }).or(page.locator('[data-cell][aria-selected]').first()).first().waitFor();
  }
  return link;
}

/** Clicks a cell and then its target, and waits until the move is played. */
export async function step(page: Page, from: string, to: string, ply: number): Promise<void> {
  const table = new Table(page);
  await table.hasTurn();
  await page.locator(`[data-cell="${from}"]`).click();
  await page.locator(`[data-cell="${to}"]`).click();
  await table.shows(ply, `${from}${to}`);
}
