import { finishGames } from './finished';
import { look } from './checks';
import { account, PASSWORD, PHONE } from './people';
import { expect, refused, test } from './test';

test('a moderator reads a report and acts on it, and the log lists both', async ({ newcomer, server, tolerate }) => {
  // Requests of banned users, whose session ends, and of users who are not moderators fail.
  tolerate(refused(401, 403));
  const [ada, eve, mona] = [await newcomer(), await newcomer(), await newcomer({ colorScheme: 'dark' })];
  await account(ada, 'Ada');
  await account(eve, 'Eve');
  await account(mona, 'Mona');

  // A user who is not a moderator cannot use the page.
  await mona.goto('/moderation');
  await expect(mona.getByText('This page is for moderators only.')).toBeVisible();
  await server.administer('role', 'Mona', 'moderator');

  await ada.goto('/players/Eve');
  await ada.getByText('Report', { exact: true }).click();
  await ada.getByLabel(/^What happened/).fill('shouts at other players');
  await ada.getByRole('button', { name: 'Send report' }).click();
  await expect(ada.getByText('Thanks. The moderators will look into it.')).toBeVisible();
  await look(ada);

  await mona.goto('/account');
  await mona.getByRole('link', { name: 'Moderation' }).click();
  await expect(mona.getByRole('heading', { level: 1 })).toHaveText('Moderation');
  await expect(mona.getByText('shouts at other players')).toBeVisible();
  await mona.getByText('Take action').click();
  await look(mona);
  await mona.getByLabel('Action').selectOption({ label: 'Ban' });
  await mona.getByLabel('Reason', { exact: true }).first().fill('shouting');
  await eve.goto('/');
  await expect(eve.getByRole('banner').getByRole('button', { name: 'Eve', exact: true })).toBeVisible();
  await mona.getByRole('button', { name: 'Apply to Eve' }).click();
  await expect(eve.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await eve.goto('/login');
  await eve.getByLabel('Username').fill('Eve');
  await eve.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await eve.getByRole('button', { name: 'Log in' }).click();
  await expect(eve.getByRole('alert')).toContainText('The moderators have banned you from this site.');

  await mona.getByText('Close report').first().click();
  await mona.getByLabel('Outcome').fill('banned for a week');
  await mona.getByRole('button', { name: 'Close report' }).click();
  await expect(mona.getByText('No open reports.')).toBeVisible();
  await mona.getByRole('button', { name: 'Lift the sanction on Eve' }).click();
  await expect(mona.getByText('No one is banned or muted.')).toBeVisible();
  const log = mona.getByRole('main').locator('section').last();
  for (const deed of ['Ban', 'Close a report', 'Lift a sanction']) await expect(log.getByText(`Mona: ${deed}`)).toBeVisible();
  await eve.getByRole('button', { name: 'Log in' }).click();
  await expect(eve).toHaveURL('/');
});

test('a room is closed, in every language and on a phone', async ({ newcomer, server }) => {
  const [guest, phone] = [await newcomer(), await newcomer(PHONE)];
  await account(phone, 'Mona');
  await server.administer('role', 'Mona', 'moderator');
  await guest.goto('/new');
  await guest.getByRole('button', { name: 'Create game' }).click();
  await guest.getByLabel('Link to this game').waitFor();
  await phone.goto('/moderation');
  await phone.getByLabel('Game link or ID').fill(guest.url());
  await phone.locator('form').filter({ hasText: 'Game link or ID' }).getByLabel('Reason').fill('spam');
  await phone.getByRole('button', { name: 'Close game' }).click();
  await expect(phone.getByText('Game closed.')).toBeVisible();
  for (const [locale, title] of [['de', 'Moderation'], ['pl', 'Moderacja'], ['nl', 'Moderatie']] as const) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Mona-${locale}`);
    await server.administer('role', `Mona-${locale}`, 'moderator');
    await page.goto('/moderation');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('main').locator('section')).toHaveCount(7);
    await look(page);
  }
});

test('a report shows the time of moves against their difficulty', async ({ newcomer, server }) => {
  const [ada, mona] = [await newcomer(), await newcomer(PHONE)];
  await account(ada, 'Ada');
  await account(mona, 'Mona');
  await server.administer('role', 'Mona', 'moderator');
  await finishGames(await newcomer(), 1, { layout: 'standard', moves: ['a1b2', 'i5h5', 'a2b3', 'i6h6'] });
  const { games } = (await (await ada.request.get('/api/v1/games')).json()) as {
    games: readonly [{ id: string; players: readonly [{ id: string }] }];
  };
  const [{ id: game, players: [{ id: player }] }] = games;
  const reported = await ada.request.post('/api/v1/reports', { data: { player, game, words: 'plays like a program' } });
  expect(reported.status()).toBe(204);

  await mona.goto('/moderation');
  await mona.getByText('Check move times').click();
  const table = mona.getByRole('table');
  await expect(table.getByRole('row', { name: /all/ })).toHaveCount(2);
  // The first visit to the page requests the analysis of the game.
  await expect(async () => {
    const again = mona.getByRole('button', { name: 'Refresh' });
    if (await again.isVisible()) await again.click();
    await expect(table.getByRole('row', { name: /hard/ })).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await look(mona);
});
