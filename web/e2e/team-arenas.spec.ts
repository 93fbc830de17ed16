import type { Page } from '@playwright/test';

import { look } from './checks';
import { account, PHONE } from './people';
import { expect, test } from './test';

/** Creates a club; returns its id. */
async function club(owner: Page, name: string): Promise<string> {
  const made = await owner.request.post('/api/v1/clubs', { data: { name } });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { club: { id: string } }).club.id;
}

test('two clubs play a team arena', async ({ newcomer }) => {
  test.slow();
  const [ada, bob, eve] = [await newcomer(), await newcomer(PHONE), await newcomer({ colorScheme: 'dark' })];
  for (const [page, name] of [[ada, 'Ada'], [bob, 'Bob'], [eve, 'Eve']] as const) await account(page, name);
  const [marbles, zebras] = [await club(ada, 'Monday Marbles'), await club(bob, 'Zebras')];

  // An admin creates it, and invites another club.
  await ada.goto(`/tournaments/new?club=${marbles}`);
  await ada.getByLabel('Name', { exact: true }).fill('Marbles against Zebras');
  await ada.getByRole('radio', { name: 'Arena' }).check();
  await ada.getByLabel('Team arena: clubs play against each other').check();
  await expect(ada.getByText('hosted by Monday Marbles')).toBeVisible();
  await ada.getByRole('radio', { name: 'When I start it' }).check();
  await look(ada);
  await ada.getByRole('button', { name: 'Create tournament' }).click();
  await expect(ada.getByRole('link', { name: 'hosted by Monday Marbles' })).toBeVisible();
  const address = new URL(ada.url()).pathname;
  await ada.getByLabel('Club name').fill('zeb');
  await ada.getByRole('button', { name: 'Find club' }).click();
  await ada.getByRole('button', { name: 'Invite Zebras' }).click();
  await expect(ada.getByText('Invited, no answer yet: Zebras')).toBeVisible();
  await look(ada);

  // The owner of the other club accepts on its page, and enters.
  await bob.goto(`/clubs/${zebras}`);
  await bob.getByRole('button', { name: 'Take part in Marbles against Zebras' }).waitFor();
  await look(bob);
  await bob.getByRole('button', { name: 'Take part in Marbles against Zebras' }).click();
  await expect(bob.getByRole('button', { name: 'Take part in Marbles against Zebras' })).toHaveCount(0);
  await bob.getByRole('link', { name: 'Marbles against Zebras' }).click();
  await bob.getByRole('button', { name: 'Join for Zebras' }).click();
  await expect(bob.getByText('You play for Zebras.')).toBeVisible();
  await look(bob);
  await ada.getByRole('button', { name: 'Join for Monday Marbles' }).click();
  await expect(ada.getByText('You play for Monday Marbles.')).toBeVisible();

  // A player of neither club gets the list of the clubs.
  await eve.goto(address);
  await expect(eve.getByText('Only members of these clubs can join.')).toBeVisible();
  await look(eve);

  // The game opens for both; the score of the winner counts for the club, live.
  await ada.getByRole('button', { name: 'Start now' }).click();
  for (const page of [ada, bob]) await page.waitForURL(/\/room\//);
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  const teams = eve.getByRole('region', { name: 'Teams' });
  await expect(teams.getByRole('row').nth(1)).toContainText('Monday Marbles');
  await expect(teams.getByRole('row').nth(1)).toContainText('Ada 2');
  await look(eve);
  await bob.goto(address);
  await bob.getByRole('region', { name: 'Teams' }).waitFor();
  await look(bob);
});

test('team arenas fit a phone in every language', async ({ newcomer }) => {
  test.slow();
  const form = { form: 'arena', duration_s: 3_600, closing_s: 60, wave_s: 5 };
  const settings = { name: 'Konstantynopolitańczykiewiczówna', form, clock: { kind: 'sudden_death', initial_ms: 60_000 }, start: { kind: 'by_director' }, teams: {} };
  for (const locale of ['en', 'de', 'pl', 'nl']) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Konstantynopolitan${locale}`);
    const host = await club(page, `Abaloneverein ${locale} Musterstadt`);
    const made = await page.request.post('/api/v1/tournaments', { data: { settings, club: host } });
    expect(made.status()).toBe(201);
    const { state } = (await made.json()) as { state: { id: string } };
    await page.goto(`/tournaments/${state.id}`);
    await page.getByRole('region').first().waitFor();
    await page.getByRole('main').getByRole('button').first().click();
    await look(page);
    await page.goto(`/tournaments/new?club=${host}`);
    await page.getByRole('radio', { name: 'Arena' }).check();
    await page.getByRole('checkbox').nth(2).check();
    await look(page);
  }
});
