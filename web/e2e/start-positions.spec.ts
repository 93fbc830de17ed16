import type { Page } from '@playwright/test';

import { legalMoves } from '../src/lib/game/rules/legal';
import { moveText } from '../src/lib/game/rules/notation';
import { readPosition } from '../src/lib/game/rules/position-text';
import { clean, fits, look, spills } from './checks';
import { PHONE } from './people';
import { Table } from './table';
import { expect, test } from './test';

/** White is to move and wins with e7e8. */
const LINE = 'w4/6/7/8/b5wwb/8/7/6/5 w 5,5 0 0';
const EDITOR = `/analysis?mode=two&position=${encodeURIComponent(LINE)}&edit=1`;

/** Plays a move of the position on the board. */
async function play(page: Page, line: string, text: string): Promise<void> {
  const move = legalMoves(readPosition('two', line)).find((each) => moveText(each) === text);
  if (move === undefined) throw new Error(`${text} is no move there`);
  await new Table(page).playByClicks(move);
}

async function openForm(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('button', { name: 'Play from here' }).click();
  return page.getByRole('dialog', { name: 'Play from this position' });
}

test('a player sets up a position and plays it against the computer', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto(EDITOR);
  await page.getByRole('heading', { name: 'Set up a position' }).waitFor();
  await look(page);
  // One black marble is removed, and set again elsewhere.
  await page.locator('[data-pad="e1"]').click();
  await page.locator('[data-pad="e2"]').click();
  const form = await openForm(page);
  await clean(page);
  await form.getByRole('radio', { name: 'Computer' }).check();
  await form.getByRole('radio', { name: 'White' }).check();
  await form.getByRole('button', { name: 'Play' }).click();
  await page.waitForURL(/\/room\//);
  const begun = LINE.replace('b5', '1b4');
  await new Table(page).hasTurn();
  await play(page, begun, 'e7e8');
  await expect(page.getByText('You won')).toBeVisible();
  await look(page);
  // The way back leads to the position that was set up.
  await page.goBack();
  await expect(page.locator('code')).toHaveText(begun);
});

test('a friend joins by the link, and the replay starts from the position', async ({ newcomer }) => {
  const [host, guest] = [await newcomer(), await newcomer(PHONE)];
  await host.goto(EDITOR);
  const form = await openForm(host);
  await form.getByRole('radio', { name: 'A friend' }).check();
  await form.getByRole('radio', { name: 'Black' }).check();
  await form.getByRole('button', { name: 'Create game' }).click();
  await host.waitForURL(/\/room\//);
  await expect(host.getByText('From a position')).toBeVisible();
  await expect(host.getByText('White to move, 5 : 5')).toBeVisible();
  await look(host);
  await guest.goto(new URL(host.url()).pathname);
  await expect(guest.getByText('From a position')).toBeVisible();
  await look(guest);
  await guest.getByRole('button', { name: 'Join game' }).click();
  await new Table(guest).hasTurn();
  await play(guest, LINE, 'i5h5');
  await new Table(host).hasTurn();
  // The room is the same after it is opened again.
  await host.reload();
  await new Table(host).hasTurn();
  await play(host, '5/w5/7/8/b5wwb/8/7/6/5 b 5,5 1 1', 'e1e2');
  await new Table(guest).hasTurn();
  await play(guest, '5/w5/7/8/1b4wwb/8/7/6/5 w 5,5 2 2', 'e7e8');
  await expect(guest.getByText('You won')).toBeVisible();
  await host.getByRole('link', { name: 'Review game' }).click();
  await expect(host.getByText(/From a position/)).toBeVisible();
  await expect(host.locator('[data-ply="3"]')).toContainText('e7e8');
  await look(host);
});

for (const { name, line, text } of [
  { name: 'where the player to move cannot move', line: 'wwwww/6/7/8/9/8/7/ww4/bww2 b 0,0 0 0', text: 'It’s Black’s turn, but Black can’t move.' },
  { name: 'without white marbles', line: '5/6/7/8/6bb1/8/7/6/5 b 0,0 0 0', text: 'White needs a marble.' },
]) {
  test(`no game starts from a position ${name}`, async ({ newcomer }) => {
    const page = await newcomer(PHONE);
    await page.goto(`/analysis?mode=two&position=${encodeURIComponent(line)}&edit=1`);
    const form = await openForm(page);
    await expect(form.getByRole('alert')).toHaveText(text);
    await fits(page);
    await clean(page);
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
  });
}

test('the form fits a phone in all languages', async ({ newcomer }) => {
  for (const language of ['en', 'de', 'pl', 'nl']) {
    const page = await newcomer({ ...PHONE, locale: language });
    await page.goto(EDITOR);
    await page.locator('.actions [aria-haspopup="dialog"]').click();
    await page.getByRole('dialog').waitFor();
    await look(page);
    expect(await spills(page)).toEqual([]);
  }
});
