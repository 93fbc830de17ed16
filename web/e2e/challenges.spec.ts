import { look } from './checks';
import { account, PHONE } from './people';
import { expect, test } from './test';

test('a challenge that is accepted opens the board for both', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(), await newcomer(PHONE)];
  await account(ada, 'Ada');
  await account(bob, 'Bob');
  await bob.goto('/learn');
  await ada.goto('/players/bob');
  await ada.getByRole('button', { name: 'Challenge' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Challenge Bob' });
  await dialog.getByLabel('Rated').check();
  await dialog.getByRole('radio', { name: 'White' }).check();
  await look(ada);
  await dialog.getByRole('button', { name: 'Send challenge' }).click();
  await expect(ada.locator('[data-offer]')).toContainText('You challenged Bob');
  const challenge = bob.locator('[data-offer]');
  await expect(challenge).toContainText('Ada challenged you');
  await expect(challenge).toContainText('5 + 3 · rated · you play Black');
  await look(bob);
  await challenge.getByRole('button', { name: 'Accept' }).click();
  await bob.locator('[data-cell]').first().waitFor();
  await ada.locator('[data-cell]').first().waitFor();
  expect(ada.url()).toBe(bob.url());
  await expect(ada.locator('[data-offer]')).toHaveCount(0);
});

test('a challenge is declined with a reason, and answered with another offer', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(), await newcomer()];
  await account(ada, 'Ada');
  await account(bob, 'Bob');
  await ada.goto('/players/bob');
  const challenge = async (): Promise<void> => {
    await ada.getByRole('button', { name: 'Challenge' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Send challenge' }).click();
    await ada.locator('[data-offer]').waitFor();
  };
  await challenge();
  // The challenge waits until the challenged player connects.
  await bob.goto('/');
  await bob.locator('[data-offer]').getByRole('button', { name: 'Decline' }).click();
  await bob.getByRole('button', { name: 'Too fast' }).click();
  await expect(bob.locator('[data-offer]')).toHaveCount(0);
  await expect(ada.getByText('Bob declined your challenge: too fast.')).toBeVisible();
  await expect(ada.locator('[data-offer]')).toHaveCount(0);

  await challenge();
  await bob.locator('[data-offer]').getByRole('button', { name: 'Suggest changes' }).click();
  const dialog = bob.getByRole('dialog', { name: 'Suggest a different game to Ada' });
  await dialog.getByLabel('Time control').selectOption({ label: '10 min' });
  await dialog.getByRole('button', { name: 'Send challenge' }).click();
  const answer = ada.locator('[data-offer]');
  await expect(answer).toContainText('Bob suggests a different game');
  await expect(answer).toContainText('10 min');
  await answer.getByRole('button', { name: 'Accept' }).click();
  await bob.locator('[data-cell]').first().waitFor();
  await ada.locator('[data-cell]').first().waitFor();
  expect(ada.url()).toBe(bob.url());
});

test('the list of followed players shows who is online', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(PHONE), await newcomer()];
  await account(ada, 'Ada');
  await account(bob, 'Bob');
  await bob.goto('/');
  await ada.goto('/players/bob');
  await expect(ada.getByText('online', { exact: true })).toBeVisible();
  await ada.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(ada.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await look(ada);
  await ada.goto('/players');
  await expect(ada.getByRole('link', { name: 'Bob' })).toBeVisible();
  await look(ada);
});
