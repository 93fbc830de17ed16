import { look } from './checks';
import { account, PHONE } from './people';
import { expect, test } from './test';

test('a club holds a tournament for its members', async ({ newcomer }) => {
  const [ada, bob, eve] = [await newcomer(), await newcomer(PHONE), await newcomer({ colorScheme: 'dark' })];
  for (const [page, name] of [[ada, 'Ada'], [bob, 'Bob'], [eve, 'Eve']] as const) await account(page, name);
  const made = await ada.request.post('/api/v1/clubs', { data: { name: 'Monday Marbles' } });
  const { club } = (await made.json()) as { club: { id: string } };
  await bob.request.post(`/api/v1/clubs/${club.id}/join`, { data: {} });

  // An admin creates it on the club's page.
  await ada.goto(`/clubs/${club.id}`);
  await expect(ada.getByText('No upcoming tournaments.')).toBeVisible();
  await look(ada);
  await ada.getByRole('link', { name: 'New tournament' }).click();
  await expect(ada.getByText('for members of Monday Marbles')).toBeVisible();
  await ada.getByLabel('Name', { exact: true }).fill('Club evening');
  await ada.getByRole('radio', { name: 'When I start it' }).check();
  await expect(ada.getByRole('radio', { name: 'All members' })).toBeChecked();
  await look(ada);
  await ada.getByRole('button', { name: 'Create tournament' }).click();
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Club evening');
  await expect(ada.getByRole('link', { name: 'for members of Monday Marbles' })).toBeVisible();
  const address = new URL(ada.url()).pathname;

  // A member finds it on the club's page, and enters.
  await bob.goto(`/clubs/${club.id}`);
  await bob.getByRole('link', { name: 'Club evening' }).waitFor();
  await expect(bob.getByRole('link', { name: 'New tournament' })).toHaveCount(0);
  await look(bob);
  await bob.getByRole('link', { name: 'Club evening' }).click();
  await bob.getByRole('button', { name: 'Join' }).click();
  await expect(bob.getByText('You’re in.')).toBeVisible();
  await look(bob);

  // Another player gets instructions, and enters after joining the club.
  await eve.goto('/tournaments');
  await expect(eve.getByText('club members only')).toBeVisible();
  await eve.getByRole('link', { name: 'Club evening' }).click();
  await expect(eve.getByText('Only members of Monday Marbles can join.')).toBeVisible();
  await expect(eve.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  await look(eve);
  await eve.getByRole('link', { name: 'Go to the club' }).click();
  await eve.getByRole('button', { name: 'Join' }).click();
  await expect(eve.getByText('You’re a member of this club.')).toBeVisible();
  await eve.goto(address);
  await eve.getByRole('button', { name: 'Join' }).click();
  await expect(eve.getByText('You’re in.')).toBeVisible();

  // A cancelled one is listed as finished.
  await ada.request.post(`/api/v1${address}/commands`, { data: { type: 'cancel', reason: 'rain' } });
  await bob.goto(`/clubs/${club.id}`);
  await expect(bob.getByText('No upcoming tournaments.')).toBeVisible();
  await bob.getByRole('radio', { name: 'Finished' }).check();
  await expect(bob.getByRole('link', { name: 'Club evening' })).toBeVisible();
  await look(bob);
});
