import { finishGames } from './finished';
import { look } from './checks';
import { account, PASSWORD, PHONE } from './people';
import { expect, refusedAt, test } from './test';

test('a moderator reads a report and acts on it, and the log lists both', async ({ newcomer, server, tolerate }) => {
  // The session of a banned user ends on the home page, and the user tries to log in.
  tolerate(refusedAt('/me/overview', 401), refusedAt('/sessions', 403));
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
  await expect(eve.getByRole('heading', { level: 1 })).toHaveText('You’re banned');
  await expect(eve.getByText('Reason: shouting')).toBeVisible();
  await eve.getByLabel('Your reasons').fill('It was my brother.');
  await look(eve);
  await eve.getByRole('button', { name: 'Send appeal' }).click();
  await expect(eve.getByText(/is waiting for an answer/)).toBeVisible();

  await mona.getByText('Close report').first().click();
  await mona.getByLabel('Outcome').fill('banned for a week');
  await mona.getByRole('button', { name: 'Close report' }).click();
  await expect(mona.getByText('No open reports.')).toBeVisible();
  const parts = mona.getByRole('navigation', { name: 'Areas of moderation' });
  await parts.getByRole('link', { name: 'Appeals' }).click();
  await expect(mona.getByText('It was my brother.')).toBeVisible();
  await mona.getByText('Answer', { exact: true }).click();
  await mona.getByLabel('Answer to the player').fill('Your brother must have an account of his own.');
  await look(mona);
  await mona.getByRole('button', { name: 'Send answer' }).click();
  await expect(mona.getByText('No appeals are waiting.')).toBeVisible();

  await eve.getByRole('button', { name: 'Back to login' }).click();
  await eve.getByRole('button', { name: 'Log in' }).click();
  await expect(eve.getByText('Your brother must have an account of his own.')).toBeVisible();
  await expect(eve.getByText(/^You can appeal again from/)).toBeVisible();

  await parts.getByRole('link', { name: 'Sanctions' }).click();
  await mona.getByRole('button', { name: 'Lift the sanction on Eve' }).click();
  await expect(mona.getByText('No one is banned or muted.')).toBeVisible();
  await parts.getByRole('link', { name: 'Log' }).click();
  const log = mona.getByRole('main').locator('section');
  for (const deed of ['Ban', 'Close a report', 'Answer an appeal', 'Lift a sanction']) await expect(log.getByText(`Mona: ${deed}`)).toBeVisible();
  await eve.getByRole('button', { name: 'Back to login' }).click();
  await eve.getByRole('button', { name: 'Log in' }).click();
  await expect(eve).toHaveURL('/');
});

test('a moderator finds a player, writes a note and sees shared networks', async ({ newcomer, server }) => {
  const [eve, mona] = [await newcomer(), await newcomer(PHONE)];
  await account(eve, 'Eve');
  await account(mona, 'Mona');
  await server.administer('role', 'Mona', 'moderator');
  await mona.goto('/moderation?part=players');
  await mona.getByLabel('Username').fill('ev');
  await mona.getByRole('button', { name: 'Search' }).first().click();
  await mona.getByRole('link', { name: 'Eve', exact: true }).click();
  await expect(mona.getByRole('heading', { level: 2 }).first()).toHaveText('Eve');
  await mona.getByLabel('New note').fill('Asked for patience.');
  await mona.getByRole('button', { name: 'Add note' }).click();
  await expect(mona.getByText('Asked for patience.')).toBeVisible();
  await mona.getByRole('button', { name: 'Show networks' }).click();
  await expect(mona.getByText('127.0.0.1')).toBeVisible();
  await look(mona);
  await mona.goto('/moderation?part=log');
  await expect(mona.getByText('Mona: Look at networks')).toBeVisible();
  await mona.goto('/transparency');
  await expect(mona.getByText('There’s nothing to show yet.')).toBeVisible();
  await look(mona);
});

test('a room is closed, in every language and on a phone', async ({ newcomer, server }) => {
  const [guest, phone] = [await newcomer(), await newcomer(PHONE)];
  await account(phone, 'Mona');
  await server.administer('role', 'Mona', 'moderator');
  await guest.goto('/new');
  await guest.getByRole('button', { name: 'Create game' }).click();
  await guest.getByLabel('Link to this game').waitFor();
  await phone.goto('/moderation?part=tools');
  await phone.getByLabel('Game link or ID').fill(guest.url());
  await phone.locator('form').filter({ hasText: 'Game link or ID' }).getByLabel('Reason').fill('spam');
  await phone.getByRole('button', { name: 'Close game' }).click();
  await expect(phone.getByText('Game closed.')).toBeVisible();
  for (const [locale, title] of [['de', 'Moderation'], ['pl', 'Moderacja'], ['nl', 'Moderatie']] as const) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Mona-${locale}`);
    await server.administer('role', `Mona-${locale}`, 'moderator');
    for (const [part, sections] of [['reports', 1], ['appeals', 1], ['signals', 1], ['players', 2], ['sanctions', 1], ['tools', 3], ['log', 1]] as const) {
      await page.goto(`/moderation?part=${part}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('main').locator('section')).toHaveCount(sections);
      await look(page);
    }
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
