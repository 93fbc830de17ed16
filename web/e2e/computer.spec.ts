import type { Page } from '@playwright/test';

import { clean, fits } from './checks';
import { moveAt } from './recorded';
import { Table } from './table';
import { PHONE } from './people';
import { expect, test } from './test';
import { tile } from './tile';


interface Wanted {
  readonly color: 'black' | 'white';
  readonly level?: string;
  readonly clock?: string;
}

/** Stores this choice as the player's last choice. */
async function wants(page: Page, wanted: Wanted): Promise<void> {
  const computer = JSON.stringify({ mode: 'two', level: '1', ladder: 12, clock: '0', layout: 'belgian_daisy', ...wanted });
  await page.addInitScript((stored) => {
    if (localStorage.getItem('sumito.settings') === null) localStorage.setItem('sumito.settings', stored);
  }, JSON.stringify({ computer }));
}

function play(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('button', { name: /^Play the computer/ });
}

/** Returns the player panel of a colour. */
function panel(page: Page, color: string): ReturnType<Page['locator']> {
  return page.locator(`.panel[data-color="${color}"]`);
}

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
}

for (const color of ['white', 'black'] as const) {
  test(`one tap on the home page begins a game, playing ${color}, and the computer moves`, async ({ newcomer }) => {
    const page = await newcomer();
    await wants(page, { color });
    const began = performance.now();
    await page.goto('/');
    await play(page).click();
    const table = new Table(page);
    if (color === 'black') await table.playByClicks(moveAt(0));
    await page.locator(`[data-ply="${color === 'black' ? 2 : 1}"]`).waitFor();
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    process.stdout.write(`    from opening the page to the computer’s first move, playing ${color}: ${seconds} s\n`);
    const opponent = panel(page, color === 'black' ? 'white' : 'black');
    await expect(opponent).toContainText('Computer level 1');
    await expect(opponent.locator('[data-computer]')).toBeVisible();
    // The computer is always online, and has no profile page.
    await expect(opponent).not.toContainText('offline');
    await expect(opponent.getByRole('link')).toHaveCount(0);
    await table.hasTurn();
  });
}

test('its panel says that it thinks while it does', async ({ newcomer }) => {
  const page = await newcomer();
  await wants(page, { color: 'black', level: '12', clock: '3' });
  await page.goto('/');
  await play(page).click();
  // It may think for less than half a second: each frame is checked.
  const thinks = page.waitForFunction(() => document.querySelector('.panel[data-color="white"]')?.textContent.includes('thinking'));
  await new Table(page).playByClicks(moveAt(0));
  await thinks;
  await page.locator('[data-ply="2"]').waitFor();
  await expect(panel(page, 'white')).not.toContainText('thinking');
});

test('an early game continues, takebacks are allowed, and the next game can be as easy or harder', async ({ newcomer }) => {
  const page = await newcomer();
  await wants(page, { color: 'black' });
  await page.goto('/');
  await play(page).click();
  const table = new Table(page);
  await page.locator('[data-cell]').first().waitFor();
  const first = page.url();
  await page.goto('/');
  await page.locator('main [data-own]', { hasText: 'Computer level 1' }).waitFor();
  await play(page).click();
  await expect(page).toHaveURL(first);

  await table.playByClicks(moveAt(0));
  await page.locator('[data-ply="2"]').waitFor();
  await page.getByRole('button', { name: 'Takeback' }).click();
  await expect(page.locator('[data-ply="1"]')).toHaveCount(0);
  await table.playByClicks(moveAt(0));
  await page.locator('[data-ply="2"]').waitFor();

  await resign(page);
  const result = page.getByRole('dialog');
  await expect(result.getByRole('button', { name: 'Easier' })).toBeDisabled();
  await clean(page);
  await result.getByRole('button', { name: 'Harder' }).click();
  await expect(panel(page, 'white')).toContainText('Computer level 2');
  const second = page.url();
  expect(second).not.toBe(first);

  // The rematch needs no consent. It takes place in the same room with swapped colours.
  await table.playByClicks(moveAt(0));
  await page.locator('[data-ply="2"]').waitFor();
  await resign(page);
  await result.getByRole('button', { name: 'Same level' }).click();
  await expect(panel(page, 'black')).toContainText('Computer level 2');
  await page.locator('[data-ply="1"]').waitFor();
  expect(page.url()).toBe(second);

  // The next game is offered with the last settings.
  await page.goto('/');
  await expect(play(page)).toContainText('Level 2');
});

test('level, players, colour and time are chosen by keyboard, and stored', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await play(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Change level/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Play the computer' });
  await dialog.waitFor();
  await clean(page);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('radio', { name: 'Level 2: beginner' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: 'Level 1: first steps' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Three' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: 'Red' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('combobox', { name: 'Time control' })).toHaveValue('1');
  await clean(page);

  // The choice is stored even if no game is played.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Change level/ })).toBeFocused();
  await expect(play(page)).toContainText('Level 1 · Three players · you play Red · 3 + 2');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('[data-ply="2"]').waitFor();
  for (const color of ['black', 'white']) await expect(panel(page, color)).toContainText('Computer level 1');
  await expect(panel(page, 'red')).toContainText('you');
  await clean(page);
});

test('computers fill the free seats of a table, and can be removed', async ({ newcomer }) => {
  const [page, friend] = [await newcomer(), await newcomer()];
  await page.goto('/new');
  await page.getByRole('radio', { name: 'Four', exact: true }).check();
  await page.getByRole('radio', { name: /^Black/ }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  const seat = (number: number): ReturnType<Page['locator']> => page.locator(`[data-seat="${number}"]`);

  await page.getByRole('button', { name: 'Add a computer as White' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Level 1: first steps' })).toBeFocused();
  await clean(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add a computer as White' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (let level = 1; level < 3; level += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(seat(1)).toContainText('Computer level 3');
  await expect(page.getByRole('button', { name: 'Remove the computer playing White' })).toBeFocused();
  await clean(page);

  // Another user gets the computer in its seat, and cannot remove it.
  await friend.goto(page.url());
  await expect(friend.locator('[data-seat="1"]')).toContainText('Computer level 3');
  await expect(friend.getByRole('button', { name: /computer/ })).toHaveCount(0);

  await page.keyboard.press('Enter');
  await expect(seat(1)).toContainText('Open seat');
  await expect(page.getByRole('button', { name: 'Add a computer as White' })).toBeFocused();
  await expect(friend.locator('[data-seat="1"]')).toContainText('Open seat');

  for (const [color, level] of [['White', 1], ['Yellow', 2]] as const) {
    await page.getByRole('button', { name: `Add a computer as ${color}` }).click();
    await page.getByRole('button', { name: new RegExp(`^Level ${level}:`) }).click();
    await page.getByRole('button', { name: `Remove the computer playing ${color}` }).waitFor();
  }
  // The game starts when a friend takes the last seat.
  await friend.locator('[data-seat="2"]').getByRole('button').click();
  await expect(panel(page, 'yellow')).toContainText('Computer level 2');
  await page.locator('[data-cell]').first().waitFor();
  // The page offers claims against absent players, but not against computers.
  await friend.close();
  await panel(page, 'red').getByText('offline').waitFor();
  await expect(page.getByText('have left the game', { exact: false })).toHaveCount(0);
});

test('a player who waits for one opponent may play a computer instead', async ({ newcomer }) => {
  const page = await newcomer(PHONE);
  await page.goto('/');
  await tile(page, 'No limit').tap();
  await page.getByRole('button', { name: 'Or play the computer' }).tap();
  await fits(page);
  await clean(page);
  await page.getByRole('button', { name: 'Level 4: casual' }).tap();
  await page.locator('.panel', { hasText: 'Computer level 4' }).waitFor();
  await fits(page);
});

test('the form for a new game fills seats, and others see the computers in lists, live and in the history', async ({ newcomer }) => {
  const [page, passer] = [await newcomer(), await newcomer()];
  await passer.goto('/');
  await page.goto('/new');
  await page.getByRole('radio', { name: 'Three', exact: true }).check();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('group', { name: 'Computer players' }).getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('radio', { name: 'Level 1: first steps' }).check();
  await clean(page);
  await page.getByRole('button', { name: 'Create game' }).click();
  await page.locator('[data-seat="1"]', { hasText: 'Computer level 1' }).waitFor();
  const open = passer.locator('[data-room]');
  await expect(open).toContainText('Computer level 1');
  await expect(open.getByRole('link', { name: 'Join Computer' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Add a computer/ }).click();
  await page.getByRole('button', { name: 'Level 1: first steps' }).click();
  await expect(passer.locator('[data-live]')).toHaveAccessibleName(/– Computer level 1 – Computer level 1$/);
  await expect(passer.locator('[data-live]')).toContainText('Level 1');
  await expect(passer.locator('[data-live] [data-computer]')).toHaveCount(2);
  await clean(passer);

  await page.goto('/new');
  await page.getByRole('radio', { name: 'Two', exact: true }).check();
  await page.getByRole('radio', { name: 'Black' }).check();
  await expect(page.getByRole('radio', { name: 'Level 1: first steps' })).toBeChecked();
  await page.getByRole('button', { name: 'Create game' }).click();
  await new Table(page).playByClicks(moveAt(0));
  await page.locator('[data-ply="2"]').waitFor();
  await resign(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Review game' }).click();
  await expect(panel(page, 'white')).toContainText('Computer level 1');
  await expect(panel(page, 'white').getByRole('link')).toHaveCount(0);
  await expect(panel(page, 'black').getByRole('link')).toHaveCount(1);
  await passer.goto('/games');
  await expect(passer.locator('[data-game]')).toContainText('Computer level 1');
  await expect(passer.locator('[data-game] [data-computer]')).toBeVisible();
});

test('on a phone the choice of levels fits, and links to a game of two at one screen', async ({ newcomer }) => {
  const page = await newcomer(PHONE);
  await page.goto('/local');
  await page.getByRole('link', { name: 'Play the computer online' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Play the computer' });
  await dialog.waitFor();
  await fits(page);
  await dialog.getByRole('radio', { name: 'Four', exact: true }).check();
  await fits(page);
  await expect(dialog.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({ ratio: 1 });
  await clean(page);
  await dialog.getByRole('radio', { name: /^Black/ }).check();
  await dialog.getByRole('button', { name: 'Play', exact: true }).tap();
  await page.locator('[data-cell]').first().waitFor();
  await fits(page);
  await clean(page);
});

/** After the server's message that the computer waits, delays the computer's answer to the first move until the test releases it. */
async function waitingComputer(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as { kind?: string; ply?: number; room?: string };
      if (message.kind !== 'moved' || message.ply !== 2) return socket.send(text);
      socket.send(JSON.stringify({ type: 'notice', room: message.room, notice: 'computer_waits' }));
      void free.then(() => socket.send(text));
    });
  });
  return () => letGo();
}

test('a computer that waits says so until it has moved', async ({ newcomer }) => {
  const page = await newcomer();
  await wants(page, { color: 'black' });
  const letGo = await waitingComputer(page);
  await page.goto('/');
  await play(page).click();
  await new Table(page).hasTurn();
  await new Table(page).playByClicks(moveAt(0));
  const notice = page.getByText('The server is busy', { exact: false });
  await notice.waitFor();
  await clean(page);
  letGo();
  await page.locator('[data-ply="2"]').waitFor();
  await expect(notice).toHaveCount(0);
  await new Table(page).hasTurn();
});
