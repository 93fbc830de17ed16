import type { Page } from '@playwright/test';

import { look } from './checks';
import { account, PHONE } from './people';
import { meet, playOn } from './recorded';
import { expect, test } from './test';

/** The rating changes in the result of a game. */
function changes(page: Page) {
  return page.getByRole('list', { name: 'Ratings after this game' }).getByRole('listitem');
}

test('ratings stand beside names, and a result shows the changes', async ({ newcomer }) => {
  test.slow();
  const [ada, bob, guest] = [await newcomer(), await newcomer({ ...PHONE, colorScheme: 'dark' }), await newcomer()];
  await account(ada, 'Ada');
  await account(bob, 'Bob');
  await meet(ada, bob, { rated: true });
  await playOn({ black: ada, white: bob }, 0, 6);
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();

  for (const page of [ada, bob]) {
    await expect(changes(page)).toHaveText(['Black 1662 +162', 'White 1338 −162']);
    await look(page);
  }
  const replay = await ada.getByRole('link', { name: 'Review game' }).getAttribute('href');
  await guest.goto(replay ?? '');
  await expect(changes(guest)).toHaveText(['Black 1662 +162', 'White 1338 −162']);
  await look(guest);

  // The players' new ratings appear next to their names: here, in the list of open games, and in their next game.
  await expect(ada.getByText('1662?').first()).toBeVisible();
  await guest.goto('/');
  await ada.getByRole('dialog').getByRole('button', { name: 'New game' }).click();
  await expect(ada.getByText(/^Still looking for an opponent/)).toBeVisible();
  await look(ada);
  await expect(guest.getByRole('listitem').filter({ hasText: 'Ada' }).getByText('1,662')).toBeVisible();
  await look(guest);
});
