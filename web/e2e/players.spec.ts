import type { Page } from '@playwright/test';

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

  // A guest gets the reason why rated games are not offered.
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
  await expect(ada.getByRole('listitem').filter({ hasText: 'Games won' })).toContainText('Level 1 of 5');
  await expect(ada.getByRole('listitem').filter({ hasText: 'Puzzles solved' })).toContainText('0 of 1');
  await ada.getByRole('button', { name: 'Edit profile' }).click();
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

test('statistics and achievements fit a phone in every language', async ({ newcomer }, info) => {
  const counted = { games: 153, won: 130, drawn: 3, lost: 20, ejected: 623, plies: 9000 };
  const statistics = {
    played: [{ mode: 'four-consecutive', layout: 'four_standard', color: 'yellow', ...counted }],
    opponents: [{ user: { id: '2', name: 'Bertram-of-the-Hills', guest: false }, games: 7, won: 3, drawn: 1, lost: 3 }],
    streaks: [{ mode: 'four-consecutive', result: 'lost', length: 13, longest_won: 18, longest_lost: 14 }],
  };
  const kinds = ['games', 'wins', 'marbles', 'modes', 'win_streak', 'best_win', 'puzzles', 'puzzle_streak', 'puzzle_storm'];
  const achievements = kinds.map((kind, place) => ({ kind, value: 1234 * place, level: place % 6, levels: 5, next: place === 5 ? null : 25_000 }));
  for (const locale of ['en', 'de', 'pl', 'nl']) {
    const page = await newcomer({ ...PHONE, locale });
    await account(page, `Ada-${locale}`);
    await page.route('**/statistics', (route) => route.fulfill({ json: statistics }));
    await page.route('**/achievements', (route) => route.fulfill({ json: { achievements } }));
    await page.goto(`/players/Ada-${locale}`);
    await page.getByRole('link', { name: 'Bertram-of-the-Hills' }).waitFor();
    await look(page);
    await page.screenshot({ path: info.outputPath(`statistics-${locale}.png`), fullPage: true });
  }
});

const DAY_MS = 86_400_000;

/** Answers the requests of Ada's page as if she had played for two years. */
async function asIfExperienced(page: Page): Promise<void> {
  const now = Date.now();
  const pools = [
    { mode: 'two', speed: 'live' },
    { mode: 'three', speed: 'live' },
    { mode: 'two', speed: 'correspondence' },
  ] as const;
  const rating = (day: number, pool: number): number => Math.round(1500 + 60 * pool + 90 * Math.sin(day / 60 + pool) + 25 * Math.sin(day / 5));
  const known = await page.request.get('/api/v1/players/Ada');
  const { user } = (await known.json()) as { user: { id: string } };
  const micros = (day: number): number => (now - (730 - day) * DAY_MS) * 1000;
  await page.route('**/api/v1/players/Ada', (route) =>
    route.fulfill({
      json: {
        user,
        since: micros(0),
        words: '',
        ratings: pools.map((pool, index) => ({ ...pool, rating: rating(729, index), deviation: 55, provisional: false, games: 400, last_at: micros(729) })),
        counts: [],
        standings: [{ mode: 'two', speed: 'live', better_than: 83, players: 212 }],
        follows: { following: 12, followers: 30, friends: 7 },
        country: 'NL',
      },
    }),
  );
  await page.route('**/api/v1/players/Ada/ratings?**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const index = pools.findIndex(({ mode, speed }) => mode === query.get('mode') && speed === query.get('speed'));
    const days = Array.from({ length: 240 }, (_, day) => 729 - 3 * day);
    const points = days.map((day) => ({ game: user.id, at: micros(day), rating: rating(day, index), deviation: 60 }));
    return route.fulfill({ json: { points, next: null } });
  });
  await page.route('**/api/v1/players/Ada/activity', (route) => {
    const days = Array.from({ length: 365 }, (_, day) => day).filter((day) => (day * 7) % 11 < 6);
    const active = (day: number) => {
      const games = 1 + ((day * 13) % 12);
      const date = new Date(now - (364 - day) * DAY_MS).toISOString().slice(0, 10);
      return { day: date, games, won: games - 1, drawn: 0, lost: 1 };
    };
    const win = { game: user.id, mode: 'two', speed: 'live', at: micros(700), opponent: { id: '2', name: 'Bertram-of-the-Hills', guest: false }, rating: 1894 };
    return route.fulfill({ json: { days: days.map(active), best_wins: [win] } });
  });
}

test('a player\'s page has charts that can be read as tables', async ({ newcomer }) => {
  await account(await newcomer(), 'Ada');
  for (const [locale, options] of [['en', {}], ['de', { ...PHONE, colorScheme: 'dark' }]] as const) {
    const page = await newcomer({ ...options, locale });
    await account(page, `Reader-${locale}`);
    await asIfExperienced(page);
    await page.goto('/players/Ada');
    const chart = page.getByRole('img').filter({ has: page.locator('canvas') });
    await expect(chart).toBeVisible();
    await expect(page.getByText(locale === 'en' ? 'Better than 83% of 211 players' : 'Besser als 83 % von 211 Spielern')).toBeVisible();
    await look(page);
    if (locale === 'de') continue;
    await expect(page.getByText('Netherlands')).toBeVisible();
    await chart.hover();
    await page.getByRole('checkbox', { name: /Three players/ }).uncheck();
    await expect(page.getByRole('checkbox', { name: /Three players/ })).not.toBeChecked();
    await page.getByRole('radio', { name: 'Month' }).check();
    await page.getByText('Show as a table').click();
    await expect(page.getByRole('table', { name: 'Rating history' }).getByRole('columnheader')).toHaveCount(3);
    await page.getByText('Show by month').click();
    await expect(page.getByRole('table', { name: 'Games in the last year' })).toBeVisible();
    await look(page);
  }
});

test('the leaderboard shows how many players have which rating', async ({ newcomer }) => {
  const steps = Array.from({ length: 20 }, (_, step) => ({ from: 1000 + 50 * step, players: Math.round(60 * Math.exp(-(((step - 10) / 4) ** 2))) }));
  const page = await newcomer(PHONE);
  await page.route('**/distribution?**', (route) => route.fulfill({ json: { players: 412, width: 50, steps } }));
  await page.goto('/players');
  await expect(page.getByRole('table', { name: 'Ratings of all players' }).getByRole('row')).toHaveCount(21);
  await look(page);
});

test('a user shows a picture and a country, finds followers, and is compared', async ({ newcomer }) => {
  const [ada, bob] = [await newcomer(), await newcomer(PHONE)];
  await account(ada, 'Ada');
  await account(bob, 'Bob');
  await ada.goto('/players/Ada');
  await ada.getByRole('button', { name: 'Edit profile' }).click();
  await ada.getByLabel('Upload a picture').setInputFiles('public/icons/192.png');
  await expect(ada.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await expect(ada.getByRole('banner').locator('img')).toBeVisible();
  await ada.getByLabel('Country', { exact: true }).selectOption('NL');
  await expect(ada.getByRole('status').getByText('Saved.')).toBeVisible();
  await look(ada);

  await bob.goto('/players/Ada');
  await expect(bob.getByText('Netherlands')).toBeVisible();
  await expect(bob.getByRole('main').locator('img[src*="/avatar"]')).toBeVisible();
  await bob.getByRole('button', { name: 'Follow' }).click();
  await expect(bob.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await look(bob);
  await bob.getByRole('link', { name: 'Compare with me' }).click();
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('Bob and Ada');
  await expect(bob.getByText('They haven’t played each other yet.')).toBeVisible();
  await look(bob);

  await ada.goto('/players');
  await expect(ada.getByRole('heading', { name: 'Your followers' })).toBeVisible();
  await expect(ada.getByRole('link', { name: 'Bob' })).toBeVisible();
  await look(ada);
});
