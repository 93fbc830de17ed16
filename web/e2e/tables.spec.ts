import { gather, step } from './gathering';
import { expect, test } from './test';

test('three play, one resigns, and the others go on', async ({ newcomer }) => {
  const [black, white, red] = [await newcomer(), await newcomer(), await newcomer()];
  await gather([black, white, red], 'Three');
  // All players have their own marbles at the bottom, so "down" leads to their own edge.
  for (const [page, color] of [[black, 'Black'], [white, 'White'], [red, 'Red']] as const) {
    const lowest = await page.evaluate(() => {
      const cells = [...document.querySelectorAll('[data-cell]')].map((cell) => ({ cell, y: cell.getBoundingClientRect().y }));
      return cells.sort((a, b) => b.y - a.y)[0]?.cell.getAttribute('aria-label');
    });
    expect(lowest).toContain(`${color} marble`);
    await expect(page.locator('.near [data-color]')).toContainText('you');
  }
  await step(black, 'b1', 'c2', 1);
  // Three players may have the same name, so the page shows the colour of the player to move.
  await expect(red.getByRole('status').filter({ hasText: 'to move' })).toHaveText('White to move');
  await step(white, 'g4', 'g5', 2);
  await step(red, 'g8', 'g7', 3);
  await white.getByRole('button', { name: 'Resign' }).click();
  await expect(white.getByRole('group', { name: /^Resign/ })).toContainText('The others play on');
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(white.getByText('You’re out. The others play on.')).toBeVisible();
  for (const page of [black, red]) await expect(page.locator('[data-color="white"]')).toContainText('out: resigned');
  await step(black, 'c2', 'd3', 4);
  await step(red, 'g7', 'g6', 5);
  await expect(black.getByRole('button', { name: /^Move 5, Red/ })).toBeVisible();
  await red.getByRole('button', { name: 'Resign' }).click();
  await red.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You won');
  await expect(white.getByRole('dialog').getByRole('heading')).toHaveText('You lost');
  await black.getByRole('dialog').getByRole('link', { name: 'Review game' }).click();
  await black.locator('[data-ply="5"]').waitFor();
  await expect(black.locator('[data-color]')).toHaveCount(3);
});

test('four play in pairs, partners resign together, and play again', async ({ newcomer }) => {
  const pages = [await newcomer(), await newcomer(), await newcomer(), await newcomer()] as const;
  const [black, white, red, yellow] = pages;
  await gather(pages, 'Four, team by team', { ready: true });
  for (const page of pages) await expect(page.getByRole('heading', { name: 'Is everyone ready?' })).toBeVisible();
  for (const page of pages) await page.getByRole('button', { name: 'I’m ready' }).click();
  await step(black, 'g5', 'f5', 1);
  await step(red, 'c5', 'd5', 2);
  await step(white, 'g7', 'f6', 3);
  await step(yellow, 'c3', 'd4', 4);

  await white.getByRole('button', { name: 'Resign' }).click();
  await expect(white.getByRole('group', { name: /^Resign/ })).toContainText('your partner');
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(yellow.getByRole('group', { name: /suggests resigning$/ })).toBeVisible();
  for (const page of [black, red]) await expect(page.getByRole('group', { name: /resign/ })).toHaveCount(0);
  await yellow.getByRole('button', { name: 'Decline' }).click();
  await yellow.getByRole('button', { name: 'Resign' }).click();
  await yellow.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('button', { name: 'Accept' }).click();
  for (const page of [black, red]) await expect(page.getByRole('dialog').getByRole('heading')).toHaveText('You won');
  for (const page of [white, yellow]) await expect(page.getByRole('dialog').getByRole('heading')).toHaveText('You lost');

  await black.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  for (const page of [white, red, yellow]) await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  // Every player has moved to the next seat, so the player of Yellow starts.
  await step(yellow, 'g5', 'f5', 1);
  await expect(black.locator('.near [data-color="white"]')).toContainText('you');
});

test('a seat is chosen in the lobby’s room, and every kind of clock can be set', async ({ newcomer }) => {
  const [maker, guest] = [await newcomer(), await newcomer()];
  await maker.goto('/new');
  await maker.getByRole('radio', { name: 'Four', exact: true }).check();
  await maker.getByRole('radio', { name: /^Red/ }).check();
  await maker.getByRole('radio', { name: 'Custom' }).check();
  for (const kind of ['Fixed time', 'Simple delay', 'Bronstein delay', 'One limit for the whole game', 'Time per move']) {
    await maker.getByLabel('Clock type').selectOption(kind);
  }
  await maker.getByLabel('Time per move').fill('3');
  await maker.getByRole('button', { name: 'Create game' }).click();
  await expect(maker.locator('[data-seat="2"]')).toContainText('you');
  await guest.goto('/');
  await expect(guest.locator('[data-room]')).toContainText('3 days per move');
  await expect(guest.locator('[data-room]')).toContainText('3 open seats');
  await guest.getByRole('link', { name: /^Choose a seat/ }).click();
  await guest.getByRole('button', { name: 'Sit here as Yellow' }).click();
  await expect(guest.locator('[data-seat="3"]')).toContainText('you');
});
