import { look } from './checks';
import { account, PHONE } from './people';
import { meet, playOn } from './recorded';
import { expect, test } from './test';

test('a rated game changes ratings that every visitor sees', async ({ newcomer, tolerate }) => {
  // The player does not exist, and only the profile request fails.
  tolerate(/status of 404 .*\/players\/unknown-player\)$/);
  const [ada, bob, phone] = [await newcomer(), await newcomer({ colorScheme: 'dark' }), await newcomer(PHONE)];
  await account(ada, 'Ada');
  await account(bob, 'Bob');

  // A guest sees why rated games are not offered.
  await phone.goto('/new');
  await expect(phone.getByText('Sign up to play rated games.')).toBeVisible();
  await look(phone);

  await meet(ada, bob, { rated: true });
  await playOn({ black: ada, white: bob }, 0, 6);
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('dialog').waitFor();

  await bob.goto('/players/ada');
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('Ada');
  // The change arrives a moment after the game has ended.
  await expect(async () => {
    await bob.reload();
    await expect(bob.getByText('1662')).toBeVisible({ timeout: 1_000 });
    await expect(bob.getByRole('row', { name: /^Bob 1 1 0 0/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await look(bob);
  await bob.getByRole('button', { name: 'Block' }).click();
  await expect(bob.getByRole('button', { name: 'Unblock' })).toBeVisible();

  await ada.goto('/players/Ada');
  await ada.getByLabel('About you').fill('I play at night.');
  await ada.getByRole('button', { name: 'Save' }).click();
  await expect(ada.getByRole('status').getByText('Saved.')).toBeVisible();
  await look(ada);

  await phone.goto('/players');
  await expect(phone.getByText('No one has played enough rated games yet.')).toBeVisible();
  await look(phone);
  await phone.getByLabel('Find a player').fill('ad');
  await phone.getByRole('link', { name: 'Ada' }).click();
  await expect(phone.getByText('I play at night.')).toBeVisible();
  await expect(phone.getByRole('table', { name: 'By setup' })).toBeVisible();
  await look(phone);

  await phone.goto('/players/unknown-player');
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Player not found');
});

test('statistics fit a phone in every language', async ({ newcomer }) => {
  const counted = { games: 153, won: 130, drawn: 3, lost: 20, ejected: 623, plies: 9000 };
  const statistics = {
    played: [{ mode: 'four-consecutive', layout: 'four_standard', color: 'yellow', ...counted }],
    opponents: [{ user: { id: '2', name: 'Bertram-of-the-Hills', guest: false }, games: 7, won: 3, drawn: 1, lost: 3 }],
    streaks: [{ mode: 'four-consecutive', result: 'lost', length: 13, longest_won: 18, longest_lost: 14 }],
  };
  for (const locale of ['en', 'de', 'pl', 'nl']) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Ada-${locale}`);
    await page.route('**/statistics', (route) => route.fulfill({ json: statistics }));
    await page.goto(`/players/Ada-${locale}`);
    await page.getByRole('link', { name: 'Bertram-of-the-Hills' }).waitFor();
    await look(page);
  }
});
