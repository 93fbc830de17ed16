import type { Locator, Page } from '@playwright/test';
import { meet, MOVES, moveAt, playOn } from './recorded';
import { Table } from './table';
import { phone } from './people';
import { expect, test } from './test';

const PHONE = phone(390, 844);

async function set(page: Page, settings: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((text) => {
    localStorage.setItem('sumito.settings', text);
    dispatchEvent(new StorageEvent('storage', { key: 'sumito.settings', newValue: text }));
  }, JSON.stringify(settings));
}

async function spot(cell: Locator): Promise<{ x: number; y: number }> {
  const box = await cell.boundingBox();
  if (box === null) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function cell(page: Page, name: string): Locator {
  return page.locator(`[data-cell="${name}"]`);
}

test('a drag shows the whole group at its target before release', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  expect(MOVES[0]).toBe('a2b3');
  const [from, to] = [await spot(cell(black, 'a2')), await spot(cell(black, 'b3'))];
  await black.mouse.move(from.x, from.y);
  await black.mouse.down();
  await black.mouse.move(from.x + (to.x - from.x) * 0.35, from.y + (to.y - from.y) * 0.35, { steps: 3 });
  await expect(black.locator('[data-preview="2"]:not(.ready)')).toHaveCount(1);
  await expect(black.locator('[data-target]').first()).toBeVisible();
  await black.mouse.move(to.x, to.y, { steps: 3 });
  await expect(black.locator('[data-preview="2"].ready')).toHaveCount(1);
  await black.mouse.up();
  await new Table(black).shows(1, 'a2b3');
  await expect(black.getByText('Black plays a2b3.')).toBeAttached();
  await expect(white.getByText('Black plays a2b3.')).toBeAttached();
});

test('an illegal try gives its reason on the board, and the marbles stay selected', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer(PHONE)];
  await meet(black, white);
  await cell(black, 'h8').click();
  await cell(black, 'h7').click();
  await cell(black, 'a4').click();
  await expect(black.locator('[data-bubble="A4"]')).toHaveText('That marble isn’t yours.');
  const from = await spot(cell(black, 'a1'));
  await black.mouse.move(from.x, from.y);
  await black.mouse.down();
  await black.mouse.move(from.x - 60, from.y + 5, { steps: 4 });
  await black.mouse.up();
  await expect(black.locator('[data-bubble]')).toHaveText('You can’t move your own marbles off.');
  await expect(black.locator('[data-ply]')).toHaveCount(0);
  // If premoves are off, the page explains why a player who is not to move cannot enter a move, also after a touch.
  await set(white, { premoves: 'off' });
  await cell(white, 'a4').tap();
  await expect(white.locator('[data-bubble="A4"]')).toHaveText('It’s not your turn.');
});

test('a typed move is previewed, checked and played', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await black.locator('[aria-keyshortcuts="/"]').waitFor();
  await black.keyboard.press('/');
  const field = black.getByRole('textbox', { name: 'Move' });
  await expect(field).toBeFocused();
  await field.pressSequentially('e5e6');
  await expect(black.getByText('No marble there.')).toBeVisible();
  await field.fill('a2b3');
  await expect(black.getByText('Press Enter to play it.')).toBeVisible();
  await expect(black.locator('[data-preview="2"]')).toHaveCount(1);
  await field.press('Enter');
  await new Table(black).shows(1, 'a2b3');
  await expect(black.getByText('It’s not your turn.').or(black.getByText('For example a1b2, or c3c5d3 for a side-step'))).toBeVisible();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
});

test('for two moves to a cell, the mouse takes the half that it points at and a finger chooses an arrow', async ({ newcomer }) => {
  const [black, white] = [await newcomer(PHONE), await newcomer()];
  await meet(black, white);
  for (const name of ['c2', 'c3']) await cell(black, name).tap();
  await expect(black.locator('[data-target="choice"]')).toHaveCount(1);
  await expect(cell(black, 'd3')).toHaveAccessibleName('D3, two possible moves');
  await cell(black, 'd3').tap();
  await expect(black.locator('[data-bubble]')).toHaveText('Two possible moves: choose an arrow.');
  await expect(black.locator('[data-answer="d2"], [data-answer="d4"]')).toHaveCount(2);
  await cell(black, 'd4').tap();
  await new Table(black).shows(1, 'c2c3d3');

  // White has the board from the other side, so cells further left have higher numbers.
  for (const name of ['c5', 'c6']) await cell(white, name).click();
  const { x, y } = await spot(cell(white, 'd6'));
  await white.mouse.move(x - 10, y);
  await expect(white.locator('[data-preview="2"].ready')).toHaveCount(1);
  await white.mouse.down();
  await white.mouse.up();
  await new Table(white).shows(2, 'c5c6d6');
});

test('a premove waits, is shown, and is played on the turn or cancelled', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer(PHONE)];
  await meet(black, white);
  const table = new Table(white);
  await table.playByTouch(moveAt(1));
  await expect(white.locator('[data-premove]')).toHaveCount(1);
  // Any tap cancels the premove.
  await cell(white, 'e5').tap();
  await expect(white.locator('[data-premove]')).toHaveCount(0);
  await expect(white.locator('[data-ply]')).toHaveCount(0);
  await table.playByTouch(moveAt(1));
  await expect(white.locator('[data-premove]')).toHaveCount(1);
  await playOn({ black, white }, 0, 1);
  await new Table(black).shows(2, MOVES[1] ?? '');
  await expect(white.locator('[data-premove]')).toHaveCount(0);

  await new Table(black).playByClicks(moveAt(2));
  await new Table(black).shows(3, MOVES[2] ?? '');
  await new Table(black).playByClicks(moveAt(4));
  await expect(black.locator('[data-premove]')).toHaveCount(1);
  await black.keyboard.press('Escape');
  await expect(black.locator('[data-premove]')).toHaveCount(0);
  await new Table(black).playByDrag(moveAt(4));
  await expect(black.locator('[data-premove]')).toHaveCount(1);
  await cell(black, 'e5').click({ button: 'right' });
  await expect(black.locator('[data-premove]')).toHaveCount(0);
});

test('a move asks for confirmation where the setting says so: with a finger, not with a mouse', async ({ newcomer }) => {
  const [black, white] = [await newcomer(PHONE), await newcomer()];
  await meet(black, white);
  await set(black, { confirmation: 'touch' });
  await set(white, { confirmation: 'touch' });
  const table = new Table(black);
  await table.playByTouch(moveAt(0));
  const question = black.getByRole('group', { name: 'Play a2b3?' });
  await expect(question).toBeVisible();
  await expect(cell(black, 'a2')).toHaveAccessibleName('A2, empty');
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(cell(black, 'a2')).toHaveAccessibleName('Black marble on A2');
  await table.playByTouch(moveAt(0));
  await question.getByRole('button', { name: 'Play', exact: true }).tap();
  await table.shows(1, 'a2b3');
  await playOn({ black, white }, 1, 2, () => (side, move) => side.playByClicks(move));
  await set(white, { confirmation: 'always' });
  await table.playByTouch(moveAt(2));
  await expect(black.getByRole('group', { name: `Play ${MOVES[2] ?? ''}?` })).toBeVisible();
  await black.keyboard.press('Enter');
  await table.shows(3, MOVES[2] ?? '');
});

test('after a click on the board arrow keys walk the moves, after Tab the cells', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 3);
  const current = black.locator('[aria-current="step"]');
  await cell(black, 'e5').click();
  await black.keyboard.press('ArrowLeft');
  await expect(current).toHaveText(new RegExp(MOVES[1] ?? ''));
  await black.keyboard.press('ArrowUp');
  await expect(current).toHaveCount(0);
  await black.keyboard.press('ArrowDown');
  await expect(current).toHaveText(new RegExp(MOVES[2] ?? ''));
  await cell(black, 'e5').focus();
  await black.keyboard.press('ArrowRight');
  await expect(cell(black, 'e6')).toBeFocused();
  await expect(current).toHaveText(new RegExp(MOVES[2] ?? ''));
});

test('a player who looks back and tries to move returns to the game', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  await black.getByRole('button', { name: 'Go to start' }).click();
  await expect(black.getByText('viewing move 0')).toBeVisible();
  await cell(black, 'a2').click();
  await expect(black.locator('[data-bubble]')).toHaveText('Back to the live game. You were viewing move 0.');
  await expect(black.locator('[aria-current="step"]')).toHaveText(new RegExp(MOVES[1] ?? ''));
});

test('a spectator walks over the board by keys, and hears the moves', async ({ newcomer }) => {
  const [black, white, passer] = [await newcomer(), await newcomer(), await newcomer()];
  const link = await meet(black, white);
  await passer.goto(link);
  await cell(passer, 'e5').focus();
  await passer.keyboard.press('ArrowDown');
  await expect(passer.locator('[data-cell]:focus')).toHaveAccessibleName(/D4|D5/);
  await playOn({ black, white }, 0, 1);
  await expect(passer.getByText('Black plays a2b3.')).toBeAttached();
});

test('a double click picks a marble up as one click does', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await cell(black, 'a1').dblclick();
  await expect(cell(black, 'a1')).toHaveAttribute('aria-selected', 'true');
  await cell(black, 'a3').dblclick();
  await new Table(black).shows(1, 'a1a2');
  // The second click of a double click does not cancel a premove either.
  await cell(black, 'c2').dblclick();
  await cell(black, 'c4').dblclick();
  await expect(black.locator('[data-premove]')).toHaveCount(1);
});
