import { expect, test, UNREACHABLE } from './test';

test('settings are stored, and apply to every page', async ({ newcomer }) => {
  const page = await newcomer({ colorScheme: 'light' });
  await page.goto('/settings');
  const root = page.locator('html');
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Slate' }).check();
  await page.getByRole('switch', { name: 'Show coordinates' }).click();
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.goto('/');
  await expect(root).toHaveAttribute('data-appearance', 'dark');
  await expect(root).toHaveAttribute('data-board', 'slate');
  expect(await ground()).toBe(dark);
  await page.goto('/settings');
  await expect(page.getByRole('radio', { name: 'Slate' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Show coordinates' })).not.toBeChecked();
});

test('a dark page is dark before the client runs', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const page = await newcomer({ colorScheme: 'light' });
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'dark');
  const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.locator('#app > header')).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(dark);
});

test('the language is chosen on the settings’ page, too', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/settings');
  await page.getByRole('main').getByLabel('Language').selectOption('nl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Instellingen');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Instellingen');
});
