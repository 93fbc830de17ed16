import { look } from './checks';
import { account, PHONE } from './people';
import { expect, refused, test } from './test';

test('a club is created, players ask to join, and its owner hands it over', async ({ newcomer, tolerate }) => {
  // The first name is not allowed, and the club is deleted at the end.
  tolerate(refused(400, 404));
  const [ada, bob, eve] = [await newcomer(), await newcomer(PHONE), await newcomer({ colorScheme: 'dark' })];
  for (const [page, name] of [[ada, 'Ada'], [bob, 'Bob'], [eve, 'Eve']] as const) await account(page, name);

  await ada.goto('/players');
  await ada.getByRole('main').getByRole('link', { name: 'Clubs' }).click();
  await expect(ada.getByText('No clubs yet.')).toBeVisible();
  await ada.getByRole('button', { name: 'New club' }).click();
  await ada.getByLabel('Name', { exact: true }).fill('Marbles & Co');
  await ada.getByRole('button', { name: 'Create club' }).click();
  await expect(ada.getByRole('alert')).toContainText('You can’t use that name.');
  await ada.getByLabel('Name', { exact: true }).fill('Monday Marbles');
  await ada.getByLabel('Description').fill('We play on Mondays.\nBeginners are welcome.');
  await ada.getByRole('radio', { name: 'Join on request' }).check();
  await look(ada);
  await ada.getByRole('button', { name: 'Create club' }).click();
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Monday Marbles');
  await expect(ada.getByText('You own this club.')).toBeVisible();
  await look(ada);

  // The search finds the club by the start of its name.
  await bob.goto('/clubs');
  await bob.getByLabel('Find a club').fill('xyz');
  await expect(bob.getByText('No names start with that.')).toBeVisible();
  await bob.getByLabel('Find a club').fill('MONDAY');
  await bob.getByRole('link', { name: 'Monday Marbles' }).click();
  await bob.getByLabel('Message to the admins (optional)').fill('I like marbles.');
  await look(bob);
  await bob.getByRole('button', { name: 'Ask to join' }).click();
  await expect(bob.getByText('You’ve asked to join.')).toBeVisible();
  const address = new URL(bob.url()).pathname;

  await ada.reload();
  await expect(ada.getByRole('heading', { name: '1 request to join' })).toBeVisible();
  await expect(ada.getByText('I like marbles.')).toBeVisible();
  await look(ada);
  await ada.getByRole('button', { name: 'Accept Bob' }).click();
  await expect(ada.getByRole('heading', { name: '1 request to join' })).toHaveCount(0);
  await expect(ada.getByText('2 members')).toBeVisible();

  // An invitation link admits without a request.
  await ada.getByText('Invitation links').click();
  await ada.getByRole('button', { name: 'Create link' }).click();
  const link = (await ada.getByRole('status').getByText('?code=').textContent()) ?? '';
  await look(ada);
  await eve.goto(link);
  await expect(eve.getByText('You’re invited to this club.')).toBeVisible();
  await look(eve);
  await eve.getByRole('button', { name: 'Join' }).click();
  await expect(eve.getByText('You’re a member of this club.')).toBeVisible();
  await expect(eve.getByText('3 members')).toBeVisible();
  await look(eve);

  // The owner offers the club to a member, who accepts.
  await ada.reload();
  await ada.getByRole('button', { name: 'Manage Bob' }).click();
  await look(ada);
  await ada.getByRole('button', { name: 'Offer ownership' }).click();
  await expect(ada.getByText('You’ve offered this club to Bob.')).toBeVisible();
  await bob.reload();
  await bob.getByRole('button', { name: 'Accept and become owner' }).click();
  await expect(bob.getByText('You own this club.')).toBeVisible();
  await look(bob);

  // The new owner removes and bans a member.
  await bob.getByRole('button', { name: 'Manage Eve' }).click();
  await bob.getByRole('button', { name: 'Remove and ban' }).click();
  await expect(bob.getByText('2 members')).toBeVisible();
  await bob.getByText('Banned players').click();
  await expect(bob.getByRole('button', { name: 'Lift ban on Eve' })).toBeVisible();
  await look(bob);
  await eve.goto(address);
  await expect(eve.getByText('You can’t join this club.')).toBeVisible();

  // The club is on its members' pages.
  await eve.goto('/players/Bob');
  await eve.getByRole('link', { name: 'Monday Marbles' }).click();
  await expect(eve.getByRole('heading', { level: 1 })).toHaveText('Monday Marbles');

  // The owner deletes it.
  await bob.getByText('Delete club', { exact: true }).first().click();
  await bob.getByRole('button', { name: 'Delete club', exact: true }).click();
  await bob.getByRole('button', { name: 'Delete this club for good' }).click();
  await expect(bob).toHaveURL('/clubs');
  await eve.reload();
  await expect(eve.getByRole('heading', { level: 1 })).toHaveText('Club not found');
  await look(eve);
});

test('members of a club talk and read its announcements', async ({ newcomer, tolerate }) => {
  // The page requests the chat before the former member is informed of the removal.
  tolerate(refused(403));
  const [ada, bob] = [await newcomer(), await newcomer(PHONE)];
  for (const [page, name] of [[ada, 'Ada'], [bob, 'Bob']] as const) await account(page, name);
  const made = await ada.request.post('/api/v1/clubs', { data: { name: 'Tuesday Marbles' } });
  const { club } = (await made.json()) as { club: { id: string } };
  await ada.goto(`/clubs/${club.id}`);
  await expect(ada.getByText('No announcements yet.')).toBeVisible();

  await bob.goto(`/clubs/${club.id}`);
  await expect(bob.getByText('As a member, you’ll be notified')).toBeVisible();
  await look(bob);
  await bob.getByRole('button', { name: 'Join' }).click();
  await bob.getByRole('button', { name: 'Chat' }).click();
  await bob.getByLabel('Say something').fill('Hello from the train');
  await bob.getByRole('button', { name: 'Send' }).click();
  await expect(bob.getByRole('log')).toContainText('Hello from the train');
  await look(bob);
  await ada.getByRole('button', { name: 'Chat' }).click();
  await expect(ada.getByRole('log')).toContainText('Hello from the train');
  await look(ada);
  await bob.getByRole('button', { name: 'Close' }).click();

  // An announcement appears on the page of the club, and elsewhere as a notification.
  await ada.getByRole('button', { name: 'New announcement' }).click();
  await ada.getByLabel('Title').fill('Summer cup');
  await ada.getByLabel('Text', { exact: true }).fill('Next Tuesday at eight.\nBring a friend.');
  await look(ada);
  await ada.getByRole('button', { name: 'Announce', exact: true }).click();
  await expect(ada.getByRole('heading', { name: 'Summer cup' })).toBeVisible();
  await expect(bob.getByRole('heading', { name: 'Summer cup' })).toBeVisible();
  await look(bob);
  await bob.goto('/players');
  await bob.getByRole('main').getByRole('heading').first().waitFor();
  await ada.getByRole('button', { name: 'New announcement' }).click();
  await ada.getByLabel('Title').fill('Room changed');
  await ada.getByLabel('Text', { exact: true }).fill('We meet upstairs.');
  await ada.getByRole('button', { name: 'Announce', exact: true }).click();
  await expect(bob.getByText('Tuesday Marbles: “Room changed”')).toBeVisible();
  await look(bob);
  await bob.getByRole('link', { name: 'Read' }).click();
  await expect(bob.getByRole('heading', { name: 'Room changed' })).toBeVisible();

  // Members report an announcement, and turn notifications off.
  await bob.getByRole('button', { name: 'Options for “Room changed”' }).click();
  await bob.getByLabel('What’s wrong with it?').fill('Not true');
  await look(bob);
  await bob.getByRole('button', { name: 'Report to moderators' }).click();
  await expect(bob.getByText('Reported. The moderators will look into it.')).toBeVisible();
  await bob.getByRole('button', { name: 'Turn off' }).click();
  await expect(bob.getByText('You’re not notified of announcements.')).toBeVisible();

  // The author deletes one.
  await ada.getByRole('button', { name: 'Options for “Room changed”' }).click();
  await ada.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(ada.getByRole('heading', { name: 'Room changed' })).toHaveCount(0);

  // A removed member loses the chat and the announcements at once.
  await ada.reload();
  await ada.getByRole('button', { name: 'Manage Bob' }).click();
  await ada.getByRole('button', { name: 'Remove from club' }).click();
  await expect(bob.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(bob.getByRole('button', { name: 'Chat' })).toHaveCount(0);
  await expect(bob.getByRole('heading', { name: 'Summer cup' })).toHaveCount(0);
});

test('clubs fit a phone in every language', async ({ newcomer }) => {
  test.slow();
  for (const locale of ['en', 'de', 'pl', 'nl']) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Konstantynopolitan${locale}`.slice(0, 20));
    const name = `Abaloneverein ${locale} Musterstadt`;
    const made = await page.request.post('/api/v1/clubs', { data: { name, description: 'x '.repeat(200), joining: 'request' } });
    expect(made.status()).toBe(201);
    const { club } = (await made.json()) as { club: { id: string } };
    await page.goto('/clubs');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.locator('button.primary').click();
    await look(page);
    await page.goto(`/clubs/${club.id}`);
    // The leaderboard, and the first of the tools that load later.
    await page.locator('details summary').nth(1).waitFor();
    for (const place of [0, 1]) await page.locator('details > summary').nth(place).click();
    await page.locator('.ranking fieldset').first().waitFor();
    await look(page);
  }
});
