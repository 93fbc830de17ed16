import type { Page } from '@playwright/test';

import { meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { phone } from './people';
import { expect, test } from './test';
import { tile } from './tile';

const PHONE = phone(360, 640);

/** Returns the number of cells of the board that another element covers. */
function coveredCells(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-cell]')].filter((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there?.closest('[data-cell]') !== cell;
    }).length,
  );
}

test('the result appears after the last push, beside the last position', async ({ newcomer }) => {
  test.slow();
  const [black, white] = [await newcomer(), await newcomer(PHONE)];
  await meet(black, white);
  await playOn({ black, white }, 0, MOVES.length);
  for (const page of [black, white]) {
    const result = page.getByRole('dialog');
    await expect(result).toBeVisible();
    // A key press that the player meant for the board has no effect.
    await expect(result.getByRole('heading')).toBeFocused();
    // The focused heading has no outline, because it is not an editable field.
    await expect(result.getByRole('heading')).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect(page.getByText('Waiting for', { exact: false })).toHaveCount(0);
    expect(await coveredCells(page)).toBe(0);
    // The page announces the result once.
    await expect(page.getByText(/pushed off six marbles\.$/)).toHaveCount(1);
  }

  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You lost');
  await black.keyboard.press('ArrowLeft');
  await new Table(black).shows(MOVES.length, MOVES.at(-1) ?? '');
  await expect(black.locator(`[data-ply="${MOVES.length - 1}"]`)).toHaveAttribute('aria-current', 'step');
  await black.keyboard.press('Escape');
  await expect(black.getByRole('dialog')).toHaveCount(0);
  await expect(black.getByText(/pushed off six marbles\.$/)).toHaveCount(1);
});

test('another game with a friend begins with the same settings', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  const link = await meet(black, white, { clock: '5 + 3', visibility: 'Anyone with the link' });
  await playOn({ black, white }, 0, 2);
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('dialog').getByRole('button', { name: 'New game' }).click();
  const invitation = black.getByLabel('Link to this game');
  expect(await invitation.inputValue()).not.toBe(link);
  await expect(black.getByText('5 + 3')).toBeVisible();
  await expect(black.getByText('Belgian daisy')).toBeVisible();
});

test('after a public game, the next opponent is sought with the same settings', async ({ newcomer }) => {
  const [black, white, third] = [await newcomer(), await newcomer(), await newcomer()];
  await meet(black, white, { clock: '5 + 3' });
  await playOn({ black, white }, 0, 2);
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  const first = black.url();
  await black.getByRole('dialog').getByRole('button', { name: 'New game' }).click();
  await expect(black.getByText('Still looking for an opponent: 5 + 3')).toBeVisible();
  await expect(black.getByRole('dialog').getByRole('button', { name: 'New game' })).toBeDisabled();
  await third.goto('/');
  await tile(third, '5 + 3').click();
  for (const page of [black, third]) await page.waitForURL((url) => url.pathname.startsWith('/room/') && url.href !== first);
});

test('only a player in a running game is asked before the page closes', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  const asked = black.waitForEvent('dialog');
  await black.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You lost');
  const closed = black.waitForEvent('close');
  await black.close({ runBeforeUnload: true });
  await closed;
});
