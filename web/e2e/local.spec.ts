import { moveAt, MOVES } from './recorded';
import { Table } from './table';
import { expect, test } from './test';

test('a whole game at one screen, by clicks, with a reload in the middle', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/local');
  await page.getByRole('radio', { name: 'Belgian daisy' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  const table = new Table(page);
  for (const [ply, move] of MOVES.entries()) {
    await table.playByClicks(moveAt(ply));
    await table.shows(ply + 1, move);
    if (ply !== 20) continue;
    await page.reload();
    await table.shows(ply + 1, move);
    await expect(page.getByRole('status').filter({ hasText: 'White to move' })).toBeVisible();
  }
  await expect(page.getByText('White wins')).toBeVisible();
  await expect(page.getByText('White pushed off six marbles.')).toBeVisible();
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page.getByText('No moves yet')).toBeVisible();
});

test('moves are taken back, and a game ends by agreement and by resigning', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/local');
  await page.getByRole('button', { name: 'Start game' }).click();
  const table = new Table(page);
  await table.playByClicks(moveAt(0));
  await table.shows(1, MOVES[0] ?? '');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No moves yet')).toBeVisible();
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Everyone agrees' }).click();
  await expect(page.getByRole('dialog', { name: 'Draw' })).toContainText('Both players agreed to a draw.');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Analysis board' })).toHaveAttribute('href', /^\/analysis\?/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Both players agreed to a draw.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('radio', { name: 'Four, team by team' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Black and Red resign' }).click();
  // A resignation needs the consent of both partners.
  const both = page.getByRole('dialog', { name: 'Black and Red: are you both resigning?' });
  await both.getByRole('button', { name: 'Black and Red resign' }).click();
  await expect(page.getByText('White and Yellow win')).toBeVisible();
});

test('clocks at one screen stay paused after a reload until a player resumes', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/local');
  await page.getByRole('radio', { name: '10 min' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  const table = new Table(page);
  await table.playByClicks(moveAt(0));
  await table.shows(1, MOVES[0] ?? '');
  await expect(page.getByRole('timer', { name: /^White/ })).toHaveAttribute('data-running', 'true');
  await page.reload();
  await expect(page.getByText('The clocks are paused.')).toBeVisible();
  await expect(page.getByRole('timer', { name: /^White/ })).toHaveAttribute('data-running', 'false');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('timer', { name: /^White/ })).toHaveAttribute('data-running', 'true');
});
