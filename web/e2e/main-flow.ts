import type { Page } from '@playwright/test';
import { meet, playOn } from './recorded';
import { Table } from './table';
import { expect } from './test';

/** The most common flow: two players meet by a link and move, a player resigns, and they play again. */
export async function playThrough(black: Page, white: Page): Promise<void> {
  await meet(black, white);
  await playOn({ black, white }, 0, 4);
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You won');
  await expect(white.getByRole('dialog').getByRole('heading')).toHaveText('You lost');
  await black.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  await white.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  // The players have changed seats.
  await new Table(white).hasTurn();
  await expect(black.locator('[data-color="white"]')).toContainText('you');
}
