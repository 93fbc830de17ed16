import { isLanguage, LANGUAGES } from '../src/lib/base/i18n/languages';
import { LONG_NAME } from './addresses';
import { damaged, fits, overlaps } from './checks';
import { account } from './people';
import { expect, test } from './test';

const WIDTHS = [320, 390, 720, 800, 1024, 1200, 1280, 1366, 1440, 1600, 1920];

for (const user of ['guest', 'account'] as const) {
  test(`no text is cut or broken at any width in any language: ${user}`, async ({ newcomer }) => {
    const page = await newcomer({ locale: 'en-GB' });
    if (user === 'account') await account(page, LONG_NAME);
    else expect((await page.request.post('/api/v1/guests')).status()).toBe(201);
    // A game that waits for the user: the header has a badge.
    const made = await page.request.post('/api/v1/rooms', { data: { clock: { kind: 'none' }, seat: 0, computers: [{ level: 1, seat: 1 }] } });
    expect(made.status()).toBe(201);
    await page.goto('/new');
    await page.locator('header .count').waitFor();
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
      await page.setViewportSize({ width: 1920, height: 800 });
      await page.locator('header select').selectOption(language);
      await page.locator(`html[lang="${language}"]`).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page);
        expect([...(await damaged(page)), ...(await overlaps(page))], `${language}, ${width}`).toEqual([]);
      }
    }
  });
}

test('pages hold their texts at the widths where their layout changes, in every language', async ({ newcomer }) => {
  test.slow();
  for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
    const page = await newcomer({ locale: `${language}-${language.toUpperCase()}` });
    await account(page, `${LONG_NAME.slice(0, -2)}${language}`);
    for (const address of ['/', '/tournaments', '/players', '/account', `/players/${LONG_NAME.slice(0, -2)}${language}`]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(address);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [1440, 1000, 810, 490]) {
        await page.setViewportSize({ width, height: 900 });
        await fits(page);
        expect([...(await damaged(page, 'small')), ...(await overlaps(page))], `${address}, ${language}, ${width}`).toEqual([]);
      }
    }
    await page.context().close();
  }
});

test('the menu of a user opens below the name, at every width', async ({ newcomer }) => {
  const page = await newcomer();
  await account(page, LONG_NAME);
  await page.goto('/');
  const name = page.getByRole('banner').getByRole('button', { name: LONG_NAME });
  await name.click();
  const menu = page.getByRole('region', { name: LONG_NAME });
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible();
  for (const width of [1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const [above, below] = [await name.boundingBox(), await menu.boundingBox()];
    if (above === null || below === null) throw new Error('both are to be seen');
    expect(below.y, `${width}`).toBeGreaterThanOrEqual(above.y + above.height - 1);
    expect(Math.abs(below.x + below.width - (above.x + above.width)), `${width}`).toBeLessThanOrEqual(1);
  }
});
