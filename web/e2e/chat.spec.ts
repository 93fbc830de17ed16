import type { Locator, Page } from '@playwright/test';
import { look } from './checks';
import { PHONE } from './people';
import { meet, playOn } from './recorded';
import { expect, test } from './test';

async function openChat(page: Page, name: RegExp | string = /^Chat/): Promise<Locator> {
  await page.getByRole('button', { name }).click();
  return page.getByRole('log');
}

async function say(page: Page, text: string, field = 'Say something'): Promise<void> {
  await page.getByRole('textbox', { name: field }).fill(text);
  await page.keyboard.press('Enter');
}

test('players and spectators have separate chats, and each reads presets in their own language', async ({ newcomer }) => {
  const [black, white, watcher] = [await newcomer(), await newcomer(), await newcomer({ locale: 'pl-PL' })];
  const link = await meet(black, white);
  await watcher.goto(link);
  const log = await openChat(black);
  await look(black);
  await say(black, 'Hello there');
  await expect(log).toContainText('Hello there');
  const button = white.getByRole('button', { name: /^Chat/ });
  await expect(button).toContainText('1 new');
  await button.click();
  await black.getByRole('button', { name: 'Good luck!' }).click();
  await expect(white.getByRole('log')).toContainText('Good luck!');

  await openChat(watcher, /^Czat/);
  await watcher.getByRole('button', { name: /^Gracze/ }).click();
  await expect(watcher.getByRole('log')).toContainText('Powodzenia!');
  await expect(watcher.getByRole('textbox', { name: 'Powiedz coś' })).toHaveCount(0);
  await watcher.getByRole('button', { name: /^Widzowie/ }).click();
  await say(watcher, 'Black looks strong', 'Powiedz coś');
  await expect(watcher.getByRole('log')).toContainText('Black looks strong');
  await look(watcher);

  await say(black, 'kill yourself');
  await expect(black.getByRole('alert').filter({ hasText: 'That message wasn’t sent. Please keep the chat friendly.' })).toBeVisible();
  await black.keyboard.press('Escape');
  await expect(black.getByRole('log')).toHaveCount(0);
  await expect(black.getByRole('button', { name: /^Chat/ })).toBeFocused();

  await playOn({ black, white }, 0, 2);
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await openChat(black);
  await black.getByRole('button', { name: /^Spectators/ }).click();
  await expect(black.getByRole('log')).toContainText('Black looks strong');
});

test('lines of an ignored player are hidden', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await openChat(white);
  await say(white, 'You are slow');
  const log = await openChat(black);
  await expect(log).toContainText('You are slow');
  await log.getByRole('button', { name: /^Options for/ }).click();
  await look(black);
  await black.getByRole('button', { name: /^Block/ }).click();
  await expect(log).not.toContainText('You are slow');
});

test('on a phone the chat is a sheet', async ({ newcomer }) => {
  const [black, white] = [await newcomer(PHONE), await newcomer()];
  await meet(black, white);
  await openChat(black);
  await look(black);
  await say(black, 'From my phone');
  await openChat(white);
  await expect(white.getByRole('log')).toContainText('From my phone');
});

test('visitors of the lobby chat there, and the chat stays folded until it is opened', async ({ newcomer }) => {
  const [one, other] = [await newcomer(), await newcomer(PHONE)];
  for (const page of [one, other]) {
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Chat/ })).toBeVisible();
    await expect(page.getByRole('log')).toHaveCount(0);
  }
  await openChat(one);
  await expect(one.getByRole('heading', { name: 'Lobby', level: 2 })).toBeVisible();
  await say(one, 'Who plays?');
  await expect(one.getByRole('log')).toContainText('Who plays?');
  await expect(other.getByRole('button', { name: /^Chat/ })).toContainText('1 new');
  const log = await openChat(other);
  await expect(log).toContainText('Who plays?');
  await look(other);
  await other.getByRole('button', { name: 'Hello!' }).click();
  await expect(one.getByRole('log')).toContainText('Hello!');
  await look(one);

  // As in rooms, a player can report a line, and ignore its author.
  await log.getByRole('button', { name: /^Options for/ }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Asks all day');
  await dialog.getByRole('button', { name: 'Report to moderators' }).click();
  await expect(other.getByText('Reported. The moderators will look into it.')).toBeVisible();
  await log.getByRole('button', { name: /^Options for/ }).click();
  await other.getByRole('button', { name: /^Block/ }).click();
  await expect(log).not.toContainText('Who plays?');
});
