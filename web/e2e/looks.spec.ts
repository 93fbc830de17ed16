import { clean, fits } from './checks';
import { byClicks, meet, playOn } from './recorded';
import { expect, refused, test } from './test';

const WIDTHS = [360, 768, 1440];

for (const appearance of ['light', 'dark'] as const) {
  test(`home, form and settings pass the checks on each board and width, ${appearance}`, async ({ newcomer }) => {
    const [black, white] = [await newcomer(), await newcomer()];
    // The reader's choice overrides the system's setting.
    const page = await newcomer({ colorScheme: appearance === 'dark' ? 'light' : 'dark', reducedMotion: 'reduce' });
    await meet(black, white);
    await playOn({ black, white }, 0, 2, () => byClicks);
    await black.goto('/');
    for (const board of ['wood', 'slate', 'contrast']) {
      await page.addInitScript((stored) => localStorage.setItem('sumito.settings', stored), JSON.stringify({ appearance, board }));
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto('/');
      await page.locator('[data-live] .marble').first().waitFor();
      await clean(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page);
      }
      await page.goto('/settings');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await clean(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await fits(page);
      await clean(page);
    }
    await page.goto('/new');
    await page.getByRole('radio', { name: 'Belgian daisy' }).waitFor();
    await clean(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await clean(page);
    // A page with the banner of a running game and the open list of the player's games.
    await black.getByRole('link', { name: /^Back to the game/ }).waitFor();
    await black.getByRole('button', { name: /^Your games/ }).click();
    await black.getByRole('region', { name: 'Your games' }).locator('[data-own]').waitFor();
    await clean(black);
  });
}

test('in forced colours every control is visible', async ({ newcomer }) => {
  const page = await newcomer({ forcedColors: 'active' });
  await page.goto('/');
  const tile = page.locator('button[data-clock]').first();
  await tile.waitFor();
  expect(await tile.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
  await clean(page);
});

test('no page scrolls without need', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const page = await newcomer({ viewport: { width: 1280, height: 900 } });
  for (const address of ['/', '/tournaments', '/new', '/nowhere']) {
    // The user's day stands below the start of the home page, above an empty lobby and a folded chat.
    await page.setViewportSize({ width: 1280, height: address === '/' ? 1300 : 900 });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Lists that load have the height of several rows.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  }
});
