import type { Page } from '@playwright/test';

import { follow } from '../src/lib/game/rules/follow';
import { readPosition } from '../src/lib/game/rules/position-text';
import { look } from './checks';
import { account, PHONE } from './people';
import { Table } from './table';
import { expect, test } from './test';

/** A time for each move of three days, in games that allow vacations. */
const SETTINGS = { layout: 'standard', clock: { kind: 'per_move', move_ms: 259_200_000 }, vacations: true };

/** An expected move of Black, White's reply, and moves that follow. */
const LINE = ['a1b2', 'i9h8', 'b2c3', 'i5h5'];

const START = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0';

/** Plays moves of the line on the board of a page. */
async function play(page: Page, from: number, to: number): Promise<void> {
  const { moves } = follow(readPosition('two', START), LINE);
  for (const move of moves.slice(from, to)) await new Table(page).playByClicks(move);
}

/** Lets two players with accounts start a correspondence game. */
async function begin(black: Page, white: Page): Promise<void> {
  await account(black, 'ada');
  await account(white, 'ben');
  const made = await black.request.post('/api/v1/rooms', { data: SETTINGS });
  expect(made.status()).toBe(201);
  const { room } = (await made.json()) as { room: string };
  await black.goto(`/room/${room}`);
  await white.goto(`/room/${room}`);
  await white.getByRole('button', { name: /^Join/ }).click();
  await black.locator('[data-color="white"]').getByText('ben').waitFor();
}

test('a reply that was prepared on the trial board is played with the move that it answers', async ({ newcomer }, info) => {
  const [black, white] = [await newcomer(), await newcomer(PHONE)];
  await begin(black, white);
  await white.getByRole('button', { name: 'Try out moves' }).click();
  await play(white, 0, 4);
  await expect(white.getByText(`Your reply will be played immediately: ${LINE.join(' ')}`)).toBeVisible();
  await look(white);
  await white.screenshot({ path: info.outputPath('trial.png'), fullPage: true });
  await white.getByRole('button', { name: 'Save as conditional moves' }).click();
  await white.getByRole('button', { name: 'Back to the game' }).click();
  await expect(white.getByRole('button', { name: `Show ${LINE.join(' ')} on the board` })).toBeVisible();

  // Tried and prepared moves are not shown to the opponent.
  await expect(black.getByText('Conditional moves')).toHaveCount(0);
  await play(black, 0, 1);
  for (const page of [black, white]) await new Table(page).shows(2, 'i9h8');
  await expect(white.getByRole('button', { name: `Show ${LINE.slice(2).join(' ')} on the board` })).toBeVisible();
  await white.getByRole('button', { name: `Remove ${LINE.slice(2).join(' ')}` }).click();
  await expect(white.getByText('Conditional moves')).toHaveCount(0);
});

test('a vacation stops the clock, and both players see it', async ({ newcomer }, info) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await begin(black, white);
  await black.goto('/account?part=data');
  const section = black.locator('#vacation');
  await section.getByLabel('Days').fill('3');
  await section.getByRole('button', { name: 'Start vacation' }).click();
  await expect(section.getByText(/^You’re on vacation until/)).toBeVisible();
  await look(black);
  await section.screenshot({ path: info.outputPath('vacation.png') });
  await expect(white.getByText(/^ada is on vacation until .*\. The clock is stopped\.$/)).toBeVisible();
  await white.screenshot({ path: info.outputPath('vacation-of-the-other.png') });
  await section.getByRole('button', { name: 'End vacation' }).click();
  await expect(section.getByRole('button', { name: 'Start vacation' })).toBeVisible();
  await expect(white.getByText(/is on vacation/)).toHaveCount(0);
});

test('a private note stays with its author', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await begin(black, white);
  for (const page of [black, white]) await page.getByText('Private note').click();
  await black.getByLabel('Only you can read it.').fill('Watch the left side.');
  await black.getByLabel('Only you can read it.').blur();
  await expect(black.getByText('Saved.')).toBeVisible();
  await black.reload();
  await black.getByText('Private note').click();
  await expect(black.getByLabel('Only you can read it.')).toHaveValue('Watch the left side.');
  await look(black);
  await white.reload();
  await white.getByText('Private note').click();
  await expect(white.getByLabel('Only you can read it.')).toHaveValue('');
});

test('a player chooses the reminders of a game', async ({ newcomer }, info) => {
  const [black, white] = [await newcomer(), await newcomer(PHONE)];
  await begin(black, white);
  await white.getByText('Reminders').click();
  const push = white.getByRole('checkbox', { name: 'Push notification when it’s my turn' });
  await expect(push).toBeChecked();
  await expect(white.getByRole('checkbox', { name: 'Email when it’s my turn' })).toBeDisabled();
  await expect(white.getByRole('link', { name: 'Go to your account' })).toBeVisible();
  const saved = white.waitForResponse((response) => response.url().endsWith('/reminders') && response.request().method() === 'PUT');
  await push.uncheck();
  expect((await saved).status()).toBe(204);
  await look(white);
  await white.screenshot({ path: info.outputPath('reminders.png'), fullPage: true });
  await white.reload();
  await white.getByText('Reminders').click();
  await expect(push).not.toBeChecked();
});
