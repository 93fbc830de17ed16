import type { Locator } from '@playwright/test';

import { look } from './checks';
import { account, PHONE } from './people';
import { byClicks, meet, playOn } from './recorded';
import { Table } from './table';
import { expect, test, UNREACHABLE } from './test';
import { tile } from './tile';

test('one tap seeks a game, and the same tap of another player begins it', async ({ newcomer }) => {
  const [first, second] = [await newcomer(), await newcomer(PHONE)];
  await second.goto('/');
  await expect(tile(second, '5 + 3')).toHaveAccessibleName(/Find an opponent/);
  await first.goto('/');
  await tile(first, '5 + 3').click();
  await expect(first.locator('[data-seeking]')).toContainText('5 + 3');
  await expect(tile(second, '5 + 3')).toContainText('1 waiting');
  await expect(tile(second, '5 + 3')).toHaveAccessibleName(/Join now/);
  await expect(tile(second, '3 + 2')).not.toContainText('waiting');
  await look(second);
  await look(first);
  await tile(second, '5 + 3').click();
  await second.locator('[data-cell]').first().waitFor();
  await first.locator('[data-cell]').first().waitFor();
  expect(second.url()).toBe(first.url());
});

test('others see a seek and can take it, and it ends when it is cancelled', async ({ newcomer }) => {
  const [first, second] = [await newcomer(), await newcomer()];
  await second.goto('/');
  await first.goto('/');
  await tile(first, '3 + 2').click();
  const listed = second.locator('[data-seek]');
  await expect(listed).toContainText('3 + 2');
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(first.locator('[data-seeking]')).toHaveCount(0);
  await expect(listed).toHaveCount(0);
  await tile(first, '3 + 2').click();
  await listed.getByRole('button', { name: /^Join / }).click();
  await second.locator('[data-cell]').first().waitFor();
  await first.locator('[data-cell]').first().waitFor();
  expect(second.url()).toBe(first.url());
});

test('a player who waits long is offered the computer, another game and a tournament', async ({ newcomer }) => {
  const [page, other] = [await newcomer(PHONE), await newcomer()];
  await page.clock.install();
  await page.goto('/');
  await account(page, 'Ada');
  const start = { kind: 'at', at: (Date.now() + 10 * 60_000) * 1000 };
  const settings = { name: 'Lunch arena', form: { form: 'swiss', rounds: 3 }, clock: { kind: 'sudden_death', initial_ms: 60_000 }, start };
  expect((await page.request.post('/api/v1/tournaments', { data: { settings } })).status()).toBe(201);
  await other.goto('/');
  await tile(other, '3 + 2').click();

  await page.goto('/');
  await tile(page, '5 + 3').click();
  const card = page.locator('[data-seeking]');
  await expect(card.getByRole('timer')).toHaveText(/^0:0\d$/);
  await expect(card.getByRole('list')).toHaveCount(0);
  await page.clock.fastForward(20_000);
  await expect(card.getByRole('timer')).toHaveText(/^0:[23]\d$/);
  await expect(card.getByRole('link', { name: /^Lunch arena: starts in / })).toBeVisible();
  await expect(card.getByRole('button', { name: '3 + 2: 1 player is waiting' })).toBeVisible();
  await look(page);

  // The search continues during a game against the computer, without further offers.
  await card.getByRole('button', { name: 'Play the computer' }).click();
  await page.locator('[data-cell]').first().waitFor();
  await expect(card).toContainText('Still looking for an opponent: 5 + 3');
  await expect(card.getByRole('list')).toHaveCount(0);
  await page.goBack();
  await card.getByRole('button', { name: '3 + 2: 1 player is waiting' }).click();
  await other.locator('[data-cell]').first().waitFor();
});

test('a seek survives a restart of the server', async ({ newcomer, server, tolerate }) => {
  tolerate(UNREACHABLE);
  const [first, second] = [await newcomer(), await newcomer()];
  await first.goto('/');
  await tile(first, '5 + 3').click();
  await first.locator('[data-seeking]').waitFor();
  await server.kill();
  await server.restart();
  await second.goto('/');
  await expect(tile(second, '5 + 3')).toContainText('1 waiting');
  await tile(second, '5 + 3').click();
  await first.locator('[data-cell]').first().waitFor();
  expect(second.url()).toBe(first.url());
});

test('three players are paired, and the choice of three is stored', async ({ newcomer }) => {
  const players = [await newcomer(), await newcomer(), await newcomer()];
  for (const page of players) {
    await page.goto('/');
    await page.getByRole('radio', { name: 'Three', exact: true }).check();
  }
  for (const page of players) {
    await tile(page, '10 min').click();
    await page.locator('[data-seeking], [data-cell]').first().waitFor();
  }
  for (const page of players) await page.locator('[data-cell]').first().waitFor();
  expect(new Set(players.map((page) => page.url())).size).toBe(1);
  for (const page of players) {
    await page.goto('/');
    await expect(page.getByRole('radio', { name: 'Three', exact: true })).toBeChecked();
  }
});

test('by correspondence a second tap leads back to the player’s own waiting room', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await tile(page, 'No limit').click();
  await page.getByLabel('Link to this game').waitFor();
  const room = page.url();
  await page.getByRole('banner').getByRole('link', { name: 'Sumito' }).click();
  await page.locator('main [data-own]').waitFor();
  await tile(page, 'No limit').click();
  await expect(page).toHaveURL(room);
});

test('the form for a new game keeps its last settings', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('link', { name: 'More options' }).click();
  await page.getByRole('radio', { name: 'German daisy' }).check();
  await page.getByRole('radio', { name: '15 + 10' }).check();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  await page.getByLabel('Link to this game').waitFor();
  await page.goto('/new');
  for (const name of ['German daisy', '15 + 10', 'White', 'Anyone']) {
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
  }
});

test('a game with a friend is reachable only by its link', async ({ newcomer }) => {
  const [maker, stranger] = [await newcomer(), await newcomer()];
  await maker.goto('/');
  await maker.getByRole('link', { name: 'Play a friend' }).click();
  await expect(maker.getByRole('radio', { name: 'Anyone with the link' })).toBeChecked();
  await maker.getByRole('button', { name: 'Create game' }).click();
  await maker.getByLabel('Link to this game').waitFor();
  await stranger.goto('/');
  await expect(stranger.getByText('No open games.', { exact: false })).toBeVisible();
  await maker.goto('/new');
  await expect(maker.getByRole('radio', { name: 'Anyone', exact: true })).toBeChecked();
});

test('running games are shown small, and a click opens them', async ({ newcomer }) => {
  const [black, white, passer] = [await newcomer(), await newcomer(), await newcomer()];
  await passer.goto('/');
  await meet(black, white);
  const live = passer.locator('[data-live]');
  await expect(live.locator('.marble')).toHaveCount(28);
  const places = (): Promise<(string | null)[]> => live.locator('.marble').evaluateAll((all) => all.map((each) => each.getAttribute('style')));
  const before = await places();
  await playOn({ black, white }, 0, 2, () => byClicks);
  await expect.poll(places).not.toEqual(before);
  await live.click();
  await expect(passer.locator('[data-ply="2"]')).toBeVisible();
  await expect(new Table(passer).page.getByText('You’re watching')).toBeVisible();
});

test('the home page shows players their day', async ({ newcomer }) => {
  const [ada, ben] = [await newcomer(), await newcomer()];
  await account(ada, 'Ada');
  await account(ben, 'Ben');
  expect((await ada.request.put('/api/v1/me/follows/Ben')).status()).toBe(204);
  await meet(ada, ben);
  await playOn({ black: ada, white: ben }, 0, 2);
  await ada.getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('dialog').getByRole('link', { name: 'Review game' }).waitFor();

  await ada.goto('/');
  const card = (title: string): Locator => ada.locator('section.card').filter({ has: ada.getByRole('heading', { name: title }) });
  await expect(card('Since your last visit').getByRole('link')).toHaveText('You lost to Ben');
  await expect(card('Puzzle of the day').getByRole('link')).toHaveAttribute('href', '/puzzles/daily');
  await expect(ada.getByText('2 players online')).toBeVisible();
  await expect(ada.getByRole('link', { name: 'Sumito TV' })).toHaveAttribute('href', '/tv');
  await look(ada);
  await ada.setViewportSize({ width: 390, height: 844 });
  await look(ada);
  await card('Friends online').getByRole('button', { name: 'Challenge' }).click();
  await expect(ada.getByRole('dialog')).toContainText('Ben');
});

test('the main actions are visible without scrolling', async ({ newcomer }) => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 360, height: 740 }]) {
    const page = await newcomer({ viewport });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Play the computer/ })).toBeInViewport({ ratio: 1 });
    for (const clock of ['3 + 2', 'No limit']) await expect(tile(page, clock)).toBeInViewport({ ratio: 1 });
    for (const name of ['Play a friend', 'Pass and play', 'More options']) {
      await expect(page.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    }
  }
});

test('a player who seeks while playing the computer sees the seek, and can stop it', async ({ newcomer }) => {
  const page = await newcomer(PHONE);
  await page.goto('/');
  await tile(page, '10 min').click();
  await expect(page.locator('[data-seeking]')).toContainText('10 min');
  await page.getByRole('button', { name: /^Play the computer/ }).click();
  await page.locator('[data-cell]').first().waitFor();
  const still = page.locator('[data-seeking]');
  await expect(still).toContainText('Still looking for an opponent: 10 min');
  await look(page);
  await still.getByRole('button', { name: 'Cancel' }).click();
  await expect(still).toHaveCount(0);
  await page.goto('/');
  await tile(page, '10 min').waitFor();
  await expect(page.locator('[data-seeking]')).toHaveCount(0);
});
