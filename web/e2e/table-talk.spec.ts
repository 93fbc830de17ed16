import type { Locator, Page } from '@playwright/test';
import { meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { expect, test, UNREACHABLE } from './test';
import { chooseTool } from './tools';

/** The text of an offer, on the screen and for screen readers. */
function statusOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

async function offerDraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByRole('group', { name: /^Offer a draw/ }).getByRole('button', { name: 'Offer draw' }).click();
}

test('a move is taken back when the opponent agrees', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await expect(black.getByRole('button', { name: 'Takeback' })).toBeDisabled();
  await playOn({ black, white }, 0, 3);
  await black.getByRole('button', { name: 'Takeback' }).click();
  await expect(black.getByRole('group', { name: /^You asked for a takeback/ })).toContainText('Waiting for');
  await white.getByRole('button', { name: 'Decline' }).click();
  await expect(black.getByRole('group', { name: /takeback/ })).toHaveCount(0);
  await expect(statusOf(black, /declined the takeback$/)).toBeVisible();
  await expect(statusOf(white, 'You declined the takeback')).toBeVisible();

  await white.getByRole('button', { name: 'Takeback' }).click();
  await white.getByRole('button', { name: 'Cancel' }).click();
  await expect(black.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await expect(statusOf(black, /cancelled the takeback request$/)).toBeVisible();
  await offerDraw(white);
  await black.getByRole('button', { name: 'Decline' }).click();
  await expect(statusOf(white, /declined the draw$/)).toBeVisible();

  await playOn({ black, white }, 3, 4);
  await white.getByRole('button', { name: 'Takeback' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  for (const page of [black, white]) await expect(page.locator('[data-ply="4"]')).toHaveCount(0);
  await playOn({ black, white }, 3, 5);
});

test('a rematch follows in the same room, with the colours changed', async ({ newcomer }) => {
  const [first, second, watcher] = [await newcomer(), await newcomer(), await newcomer()];
  const link = await meet(first, second);
  await watcher.goto(link);
  await playOn({ black: first, white: second }, 0, 2);
  await first.getByRole('button', { name: 'Resign' }).click();
  await first.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();

  await first.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  await expect(first.getByRole('dialog')).toContainText('Waiting for');
  await second.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(statusOf(first, /declined the rematch$/)).toBeVisible();
  await second.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await second.getByRole('button', { name: 'Rematch' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();

  for (const page of [first, second]) await expect(page.getByRole('dialog')).toHaveCount(0);
  await playOn({ black: second, white: first }, 0, 2);
  expect(first.url()).toBe(link);
  await expect(second.locator('[data-color="black"]')).toContainText('you');
  await new Table(watcher).shows(2, MOVES[1] ?? '');
});

test('the list of moves shows the clock effects of each move', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white, { clock: '5 + 3' });
  await playOn({ black, white }, 0, 2);
  await chooseTool(black, 'Time per move');
  const rows = black.getByRole('region', { name: 'Time per move' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText(MOVES[1] ?? '');
  await expect(rows.nth(2).getByRole('cell').last()).toHaveText('3s');
  await chooseTool(black, 'Time per move');
  await expect(black.locator('[data-ply="2"]')).toHaveText(MOVES[1] ?? '');
});

test('one clock for the whole game runs for both', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white, { clock: 'Custom', kind: 'One limit for the whole game' });
  await playOn({ black, white }, 0, 3);
  for (const page of [black, white]) await expect(page.locator('[data-running="true"]')).toHaveCount(2);
});

test('the time for the first move is limited, and the page shows the limit', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  for (const page of [black, white]) await expect(page.getByText(/^(1:00|0:\d\d) to make the first move$/)).toBeVisible();
  await playOn({ black, white }, 0, 2);
  for (const page of [black, white]) await expect(page.getByText(/to make the first move$/)).toHaveCount(0);
});

test('a player plays in one window and takes over in another', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  const link = await meet(black, white);
  await playOn({ black, white }, 0, 1);
  const second = await white.context().newPage();
  await second.goto(link);
  await new Table(second).hasTurn();
  const elsewhere = 'You’re playing this game in another window.';
  await expect(white.getByText(elsewhere)).toBeVisible();
  await expect(second.getByText(elsewhere)).toHaveCount(0);
  await white.getByRole('button', { name: 'Play here' }).click();
  await expect(second.getByText(elsewhere)).toBeVisible();
  await expect(white.getByText(elsewhere)).toHaveCount(0);
  // A move in the other window takes control of the game without a question.
  await playOn({ black, white: second }, 1, 3);
  await expect(white.getByText(elsewhere)).toBeVisible();
  await second.close();
  await expect(white.getByText(elsewhere)).toHaveCount(0);
});

test('when the server stops the clocks stand still, and the page says so', async ({ newcomer, server, tolerate }) => {
  tolerate(UNREACHABLE);
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  await server.stop();
  for (const page of [black, white]) {
    await expect(page.getByText('The server has paused the game.', { exact: false })).toBeVisible();
    await expect(page.locator('[data-running="true"]')).toHaveCount(0);
  }
  await server.restart();
  for (const page of [black, white]) {
    await expect(page.getByText('The server has paused the game.', { exact: false })).toHaveCount(0);
  }
  await playOn({ black, white }, 2, 4);
});

test.describe('after an opponent has gone away', () => {
  test.use({ settings: { SUMITO_POLICY__ABSENCE_PERCENT: '2' } });

  test('the game can be claimed, or called a draw', async ({ newcomer }) => {
    for (const [button, title, reason] of [
      ['Claim the win', 'You won', 'left the game'],
      ['Call it a draw', 'Draw', 'away for too long'],
    ] as const) {
      const [black, white] = [await newcomer(), await newcomer()];
      await meet(black, white);
      await playOn({ black, white }, 0, 1);
      await white.close();
      await expect(black.getByText('has left the game.', { exact: false })).toBeVisible();
      await black.getByRole('button', { name: button }).click();
      await expect(black.getByRole('dialog').getByRole('heading')).toHaveText(title);
      await expect(black.getByRole('dialog')).toContainText(reason);
    }
  });
});

test('a draw and an abort ask for confirmation and name their effects', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await black.getByRole('button', { name: 'Abort' }).click();
  const question = black.getByRole('group', { name: /^Abort/ });
  await expect(question).toContainText('won’t count');
  await question.getByRole('button', { name: 'Keep playing' }).click();
  await playOn({ black, white }, 0, 2);

  await offerDraw(black);
  await white.getByRole('button', { name: 'Accept' }).click();
  for (const page of [black, white]) await expect(page.getByRole('dialog').getByRole('heading')).toHaveText('Draw');
});

test('an obsolete question disappears', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 1);
  await black.getByRole('button', { name: 'Abort' }).click();
  await expect(black.getByRole('group', { name: /^Abort/ })).toBeVisible();
  await playOn({ black: white, white }, 1, 2);
  await expect(black.getByRole('group', { name: /^Abort/ })).toHaveCount(0);
});
