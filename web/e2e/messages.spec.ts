import type { Page } from '@playwright/test';
import { look } from './checks';
import { account, PHONE } from './people';
import { expect, refused, test } from './test';

/** Makes two accounts, which follow each other. */
async function friends(one: readonly [Page, string], other: readonly [Page, string]): Promise<void> {
  for (const [page, name] of [one, other]) await account(page, name);
  await follow(one[0], other[1]);
  await follow(other[0], one[1]);
}

async function follow(page: Page, name: string): Promise<void> {
  expect((await page.request.put(`/api/v1/me/follows/${name}`)).status()).toBe(204);
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Say something' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText(text);
}

test('friends send each other messages', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(), await newcomer(PHONE)];
  await friends([ada, 'Ada'], [bob, 'Bob']);
  await bob.goto('/players');
  await bob.locator('[data-connection="open"]').waitFor();
  await bob.getByRole('main').getByRole('heading').first().waitFor();

  await ada.goto('/players/Bob');
  await ada.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(ada.getByRole('heading', { name: 'Bob', level: 2 })).toBeVisible();
  await expect(ada.getByRole('log')).toContainText('No messages yet.');
  await look(ada);
  await say(ada, 'Shall we play tonight?');
  await look(ada);

  // The first message notifies, and the menu counts it.
  await expect(bob.getByText('Ada sent you a message.')).toBeVisible();
  await bob.getByRole('button', { name: 'Menu' }).click();
  await expect(bob.getByRole('link', { name: 'Messages: 1 new' })).toBeVisible();
  await look(bob);
  await bob.getByRole('link', { name: 'Messages: 1 new' }).click();
  const row = bob.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
  await expect(row).toContainText('Shall we play tonight?');
  await expect(row).toContainText('1 new');
  await look(bob);
  await row.click();
  await expect(bob.getByRole('log')).toContainText('Shall we play tonight?');
  await expect(bob.getByText('Ada sent you a message.')).toHaveCount(0);
  await look(bob);
  await bob.getByRole('button', { name: 'Good game!' }).click();
  await expect(ada.getByRole('log')).toContainText('Good game!');
  await say(bob, 'At eight.');
  await expect(ada.getByRole('log')).toContainText('At eight.');
  const list = ada.getByRole('navigation', { name: 'Conversations' });
  await expect(list).toContainText('At eight.');
  // The message is on the screen: nothing is unread, and nothing notifies.
  await expect(list).not.toContainText('new');
  await expect(ada.getByText('Bob sent you a message.')).toHaveCount(0);
  await expect(ada.getByRole('button', { name: 'Ada', exact: true })).toBeVisible();

  await bob.getByRole('link', { name: 'All messages' }).click();
  await expect(row).toContainText('You: At eight.');
  await bob.getByRole('button', { name: 'Menu' }).click();
  await expect(bob.getByRole('region', { name: 'Bob' }).getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
});

test('a conversation starts on the page of messages, and each day is named once', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(), await newcomer()];
  await friends([ada, 'Ada'], [bob, 'Bob']);
  await ada.goto('/messages');
  await ada.getByRole('button', { name: 'Write to a friend' }).click();
  await expect(ada.getByRole('dialog').getByRole('link', { name: 'Bob' })).toBeVisible();
  await look(ada);
  await ada.getByRole('dialog').getByRole('link', { name: 'Bob' }).click();
  await expect(ada).toHaveURL(/\/messages\/Bob$/);
  await expect(ada.getByRole('dialog')).toHaveCount(0);
  await say(ada, 'Hello');
  await say(ada, 'Again');
  await expect(ada.getByRole('log').getByText('today')).toHaveCount(1);
  await ada.goto('/messages');
  await expect(ada.getByText('Choose a conversation.')).toBeVisible();
  await look(ada);
  await ada.getByRole('button', { name: 'New message' }).click();
  await expect(ada.getByRole('dialog').getByRole('link', { name: 'Bob' })).toBeVisible();
});

test('a block ends the writing, and a user deletes a conversation', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(), await newcomer({ colorScheme: 'dark' })];
  await friends([ada, 'Ada'], [bob, 'Bob']);
  await ada.goto('/messages/Bob');
  await bob.goto('/messages/Ada');
  await say(ada, 'You stink');
  const log = bob.getByRole('log');
  await expect(log).toContainText('You stink');
  await look(bob);
  await log.getByRole('button', { name: /^Options for/ }).click();
  const dialog = bob.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Rude');
  await dialog.getByRole('button', { name: 'Report to moderators' }).click();
  await expect(bob.getByText('Reported. The moderators will look into it.')).toBeVisible();
  await log.getByRole('button', { name: /^Options for/ }).click();
  await bob.getByRole('button', { name: 'Block Ada' }).click();
  await expect(log).toContainText('You stink');

  await ada.getByRole('textbox', { name: 'Say something' }).fill('Hello?');
  await ada.keyboard.press('Enter');
  await expect(ada.getByText('You can’t message Bob.')).toBeVisible();
  await expect(ada.getByRole('textbox', { name: 'Say something' })).toHaveCount(0);
  await look(ada);

  await bob.reload();
  await expect(bob.getByText('You can’t message Ada.')).toBeVisible();
  await bob.getByRole('button', { name: 'Options for this conversation' }).click();
  await bob.getByRole('button', { name: 'Delete conversation' }).click();
  await look(bob);
  await bob.getByRole('button', { name: 'Delete for me' }).click();
  await expect(bob.getByText('No messages yet.')).toBeVisible();
  await look(bob);
  await ada.reload();
  await expect(ada.getByRole('log')).toContainText('You stink');
});

test('a moderator sees a reported message with the messages around it', async ({ newcomer, server }) => {
  const [ada, bob, mona] = [await newcomer(), await newcomer(), await newcomer()];
  await friends([ada, 'Ada'], [bob, 'Bob']);
  await account(mona, 'Mona');
  await server.administer('role', 'Mona', 'moderator');
  await ada.goto('/messages/Bob');
  for (const text of ['Well played', 'You cheat', 'Sorry for that']) await say(ada, text);
  await bob.goto('/messages/Ada');
  await bob.getByRole('log').getByRole('button', { name: /^Options for/ }).nth(1).click();
  await bob.getByRole('dialog').getByRole('textbox').fill('Rude');
  await bob.getByRole('button', { name: 'Report to moderators' }).click();
  await expect(bob.getByText('Reported. The moderators will look into it.')).toBeVisible();

  await mona.goto('/moderation');
  await mona.getByText('View nearby messages').click();
  const report = mona.getByRole('listitem').filter({ hasText: 'Bob reported Ada' });
  for (const text of ['Well played', 'You cheat', 'Sorry for that']) await expect(report.locator('ol')).toContainText(text);
  await look(mona);
});

test('the page of messages needs an account, and a player', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const ada = await newcomer();
  await ada.goto('/messages');
  await expect(ada.getByText('Sign up to send messages to your friends.')).toBeVisible();
  await look(ada);
  await account(ada, 'Ada');
  await ada.goto('/messages');
  await expect(ada.getByText('Messages go between friends', { exact: false })).toBeVisible();
  await look(ada);
  await ada.getByRole('button', { name: 'Write to a friend' }).click();
  await expect(ada.getByRole('dialog').getByText('You have no friends here yet.', { exact: false })).toBeVisible();
  await look(ada);
  await ada.goto('/messages/Nobody');
  await expect(ada.getByRole('heading', { name: 'Player not found' })).toBeVisible();
});

test('conversations fit a phone in every language', async ({ newcomer }) => {
  test.slow();
  for (const locale of ['en', 'de', 'pl', 'nl']) {
    const names = [`Konstantynopolitan${locale}`.slice(0, 20), `Friend-${locale}`] as const;
    const [one, other] = [await newcomer({ ...PHONE, locale }), await newcomer()];
    await friends([one, names[0]], [other, names[1]]);
    await other.goto(`/messages/${names[0]}`);
    await say(other, `Donaudampfschifffahrtsgesellschaftskapitän ${'x'.repeat(120)}`);
    await one.goto('/messages');
    await one.locator('nav li a').first().waitFor();
    await look(one);
    await one.locator('nav li a').first().click();
    await one.getByRole('log').locator('li bdi').first().waitFor();
    await look(one);
    await other.request.delete(`/api/v1/me/follows/${names[0]}`);
    await one.reload();
    await one.locator('.closed').waitFor();
    await look(one);
  }
});
