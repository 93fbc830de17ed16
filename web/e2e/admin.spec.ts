import { look } from './checks';
import { account, PHONE } from './people';
import { expect, test } from './test';

test('an administrator reads the server state, drains the server and posts an announcement', async ({ newcomer, server }) => {
  const [ada, ben] = [await newcomer(), await newcomer({ colorScheme: 'dark' })];
  await account(ada, 'Ada');
  await ada.goto('/admin');
  await expect(ada.getByText('This page is for administrators only.')).toBeVisible();
  await server.administer('role', 'Ada', 'admin');

  await ada.goto('/account');
  await ada.getByRole('link', { name: 'Server', exact: true }).click();
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Server');
  await expect(ada.getByText('writable')).toBeVisible();
  await look(ada);

  await ben.goto('/new');
  await ada.getByRole('button', { name: 'Stop new games' }).click();
  await expect(ada.getByText('The server isn’t accepting new games.')).toBeVisible();
  await ben.getByRole('button', { name: 'Create game' }).click();
  await expect(ben.getByText('The server isn’t accepting new games right now.').first()).toBeVisible();

  await ada.getByLabel('Text', { exact: true }).fill('We restart at noon.');
  await ada.getByLabel(/^Until/).fill('2099-12-31T12:00');
  await ada.getByRole('button', { name: 'Publish announcement' }).click();
  const announcement = (text: string) => ben.getByRole('status').filter({ hasText: text });
  await expect(announcement('We restart at noon.')).toBeVisible();
  await look(ada);
  await look(ben);
  // After a reload the announcement is still shown to the visitor, who can dismiss it.
  await ben.reload();
  await expect(announcement('We restart at noon.')).toBeVisible();
  await ben.getByRole('button', { name: 'Got it' }).click();
  await expect(announcement('We restart at noon.')).toBeHidden();

  await ada.getByRole('button', { name: 'Remove announcement' }).click();
  await expect(ada.getByText('No announcement at the moment.')).toBeVisible();
  await ada.getByRole('button', { name: 'Allow new games' }).click();
  await expect(ada.getByText('The server is accepting new games.')).toBeVisible();
  await ada.getByRole('button', { name: 'Reload settings' }).click();
  await expect(ada.getByText(/Applied: log\.filter/)).toBeVisible();
  await ben.getByRole('button', { name: 'Create game' }).click();
  await ben.getByLabel('Link to this game').waitFor();

  await ada.goto('/moderation?part=log');
  const log = ada.getByRole('main').locator('section').last();
  for (const deed of ['Reload settings', 'Allow new games', 'Announcement', 'Stop new games']) {
    await expect(log.getByText(`Ada: ${deed}`).first()).toBeVisible();
  }
});

test('visitors, guests and players are told whom the pages of the staff are for, and nothing is asked for them', async ({ newcomer }) => {
  const [visitor, guest, player] = [await newcomer(), await newcomer(), await newcomer()];
  expect((await guest.request.post('/api/v1/guests')).ok()).toBe(true);
  await account(player, 'Ada');
  for (const page of [visitor, guest, player]) {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    for (const [address, text] of [
      ['/admin', 'This page is for administrators only.'],
      ['/moderation', 'This page is for moderators only.'],
      ['/moderation?part=tools', 'This page is for moderators only.'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(text)).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(asked.filter((path) => /^\/api\/v1\/(admin|moderation)\//.test(path))).toEqual([]);
  }
});

test('the administrators’ page fits a phone, in every language', async ({ newcomer, server }) => {
  const text = 'A long word of those who run this server, who want to say what they say in three hundred characters.';
  for (const [locale, title] of [['de', 'Der Server'], ['pl', 'Serwer'], ['nl', 'De server']] as const) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Ada-${locale}`);
    await server.administer('role', `Ada-${locale}`, 'admin');
    expect((await page.request.put('/api/v1/admin/announcement', { data: { text } })).status()).toBe(204);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('main').locator('section')).toHaveCount(7);
    await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
    await look(page);
  }
});

test('an administrator drains a node', async ({ newcomer, server }) => {
  const node = (number: number, state: string) => ({
    id: `00000000-0000-7000-8000-00000000000${number}`, name: `node-${number}`, version: '0.1.0', started_at: 1_780_000_000_000_000,
    this: number === 1, state, lease_age_ms: 240, load: number === 3 ? null : { sockets: 1_200, rooms: 300, rooms_followed: 40 },
    rooms_owned: 310, tournaments_owned: 2, duties: number === 1 ? ['matchmaking', 'retention'] : [],
  });
  for (const locale of ['en', 'de', 'pl', 'nl'] as const) {
    const page = await newcomer(locale === 'en' ? {} : { ...PHONE, locale });
    await account(page, `Ada-${locale}`);
    await server.administer('role', `Ada-${locale}`, 'admin');
    let draining = false;
    await page.route('**/api/v1/admin/nodes', (route) => route.fulfill({
      json: { nodes: [node(1, 'running'), node(2, draining ? 'draining' : 'running'), node(3, 'expired')] },
    }));
    await page.route('**/api/v1/admin/nodes/*/drain', (route) => {
      draining = route.request().method() === 'PUT' && route.request().url().includes(node(2, '').id);
      return route.fulfill({ status: 204 });
    });
    await page.goto('/admin');
    const second = page.getByRole('listitem').filter({ hasText: 'node-2' });
    await second.getByRole('button').click();
    const question = page.getByRole('dialog');
    await expect(question.getByRole('heading')).toContainText('node-2');
    await look(page);
    await question.getByRole('button').first().click();
    await expect(question).toBeHidden();
    await look(page);
    expect(draining).toBe(true);
    if (locale === 'en') {
      await expect(second.getByText('draining', { exact: true })).toBeVisible();
      await second.getByRole('button', { name: 'Stop draining' }).click();
      await expect(second.getByText('running', { exact: true })).toBeVisible();
    }
  }
});
