import { fits } from './checks';
import { account, PHONE } from './people';
import { gather, step } from './gathering';
import { byClicks, meet, MOVES, playOn, type Hand } from './recorded';
import { expect, test } from './test';
import { Table } from './table';
import { chooseTool } from './tools';


const byTouch: Hand = (table, move) => table.playByTouch(move);

test('the pages fit a phone, and a game is played by touch', async ({ newcomer }) => {
  const [black, white] = [await newcomer(PHONE), await newcomer(PHONE)];
  await black.goto('/');
  await fits(black);
  await black.goto('/new');
  await fits(black);
  await black.getByRole('button', { name: /^Show all \d+ setups$/ }).click();
  await fits(black);
  await meet(black, white);
  await fits(black);
  // The first moves of the recorded game include pushes and side-steps. In every second round the players drag with a finger.
  await playOn({ black, white }, 0, 12, (ply) => (Math.floor(ply / 2) % 2 === 0 ? byTouch : byClicks));
  await fits(black);
  await fits(white);

  await white.getByRole('button', { name: 'Resign' }).tap();
  await fits(white);
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).tap();
  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You won');
  await black.getByRole('dialog').getByRole('link', { name: 'Review game' }).tap();
  await new Table(black).shows(12, MOVES[11] ?? '');
  await fits(black);
  await chooseTool(black, 'Time per move');
  await fits(black);
  await black.locator('[data-color="white"]').getByRole('link').tap();
  await black.getByRole('table').waitFor();
  await fits(black);
  await black.getByRole('button', { name: 'Menu' }).tap();
  await fits(black);
  await black.getByRole('link', { name: 'Games', exact: true }).tap();
  await expect(black.locator('[data-game]')).toHaveCount(1);
  await fits(black);
});

test('a player who waits sees the link first', async ({ newcomer }) => {
  const page = await newcomer(PHONE);
  await page.goto('/new');
  await page.getByRole('button', { name: 'Create game' }).tap();
  await expect(page.getByLabel('Link to this game')).toBeInViewport();
  await fits(page);
});

test('a table of four fits a phone', async ({ newcomer }) => {
  const pages = [await newcomer(PHONE), await newcomer(), await newcomer(), await newcomer()] as const;
  const [black, white, red] = pages;
  await black.goto('/new');
  await black.getByRole('radio', { name: 'Four', exact: true }).check();
  await black.getByRole('radio', { name: 'Custom' }).check();
  await fits(black);
  await gather(pages, 'Four');
  await step(black, 'g5', 'f5', 1);
  await step(white, 'g7', 'f6', 2);
  await step(red, 'c5', 'd5', 3);
  await fits(black);
  await chooseTool(black, 'Time per move');
  await fits(black);
});

test('a spectator on a phone reads whose turn it is, even with long names', async ({ newcomer }) => {
  const phone = { ...PHONE, viewport: { width: 390, height: 844 } };
  const [black, white, watcher] = [await newcomer(), await newcomer(), await newcomer(phone)];
  await black.goto('/');
  await account(black, 'Wolfeschlegelsteinha');
  const link = await meet(black, white);
  // After both first moves, the line no longer shows the time for the first move.
  await playOn({ black, white }, 0, 2);
  await watcher.goto(link);
  const turn = watcher.getByRole('status').filter({ hasText: 'to move' });
  await expect(turn).toHaveText('Wolfeschlegelsteinha to move');
  const chat = watcher.getByRole('button', { name: 'Chat' });
  await chat.waitFor();
  const [text, button] = [await turn.boundingBox(), await chat.boundingBox()];
  if (text === null || button === null) throw new Error('both are to be seen');
  expect(text.x + text.width).toBeLessThanOrEqual(button.x);
  expect(await turn.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  await fits(watcher);
});
