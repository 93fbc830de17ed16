import type { Page } from '@playwright/test';

import type { DailyPuzzle, Puzzle } from '../src/lib/base/protocol/types';
import { expect } from './test';

/** The puzzle of the day. Waits until the server has stored its puzzles. */
export async function dailyPuzzle(page: Page): Promise<Puzzle> {
  const ask = () => page.request.get('/api/v1/puzzles/daily');
  await expect.poll(async () => (await ask()).status()).toBe(200);
  return ((await (await ask()).json()) as DailyPuzzle).puzzle;
}

export async function puzzleOf(page: Page, id: string): Promise<Puzzle> {
  return (await (await page.request.get(`/api/v1/puzzles/${id}`)).json()) as Puzzle;
}
