import { clean, fits } from './checks';
import { expect, refused, test } from './test';

test('the home page says what it is before its script runs, in the language of the browser', async ({ newcomer }) => {
  const page = await newcomer({ locale: 'de-DE', viewport: { width: 390, height: 844 } });
  // The scripts never arrive.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schieb sechs Kugeln über den Rand');
  await expect(page.getByText('Wird geladen …')).toBeVisible();
  await fits(page);
  await clean(page);
  await page.goto('/tournaments', { waitUntil: 'commit' });
  await expect(page.getByText('Wird geladen …')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
});

test('the page says so where its files are gone', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const page = await newcomer({ locale: 'pl-PL' });
  let gone = true;
  await page.route('**/assets/*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Nie udało się wczytać tej strony.');
  await expect(page.getByText('Wczytywanie…')).toBeHidden();
  await fits(page);
  await clean(page);
  gone = false;
  await page.getByRole('link', { name: 'Wczytaj ponownie' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the first words are gone once there is a page', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/learn');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('#first')).toHaveCount(0);
});
