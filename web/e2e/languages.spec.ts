import type { Page } from '@playwright/test';
import { isLanguage, LANGUAGES } from '../src/lib/base/i18n/languages';
import { fits } from './checks';
import { moveAt, MOVES } from './recorded';
import { Table } from './table';
import { PHONE } from './people';
import { expect, refused, test, UNREACHABLE } from './test';
import { wordsOf, type Words } from './words';


async function hasTurn(page: Page, { room }: Words): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${room.room.yourTurnTitle}`));
}

for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
  test(`a phone whose language is ${language} plays a game`, async ({ newcomer }) => {
    const words = await wordsOf(language);
    const { board, create, game, result, setup, talk, waiting } = words;
    const phone = { ...PHONE, locale: `${language}-${language.toUpperCase()}` };
    const [black, white] = [await newcomer(phone), await newcomer(phone)];
    await black.goto('/');
    await expect(black.locator('html')).toHaveAttribute('lang', language);
    await expect(black).toHaveTitle(/Sumito$/);
    await fits(black);
    await black.goto('/new');
    await black.getByRole('radio', { name: setup.layout.belgian_daisy }).check();
    await black.getByRole('radio', { name: setup.color.black }).check();
    await black.getByRole('button', { name: create.create.submit }).click();
    const link = await black.getByLabel(waiting.waiting.link).inputValue();
    await fits(black);

    await white.goto(link);
    await fits(white);
    await white.getByRole('button', { name: waiting.waiting.join }).click();
    for (const [ply, page] of [black, white].entries()) {
      await hasTurn(page, words);
      const table = new Table(page);
      await table.playByClicks(moveAt(ply));
      await table.shows(ply + 1, MOVES[ply] ?? '');
      await fits(page);
    }
    await white.getByRole('button', { name: game.game.resign }).click();
    await fits(white);
    await white.getByRole('group', { name: new RegExp(`^${talk.ask.resignTitle.replace('?', '\\?')}`) }).getByRole('button', { name: game.game.resign }).click();
    await expect(white.getByRole('dialog').getByRole('heading')).toHaveText(result.result.lost);
    await expect(black.getByRole('dialog').getByRole('heading')).toHaveText(result.result.won);
    await black.getByRole('dialog').getByRole('link', { name: result.result.replay }).click();
    await expect(black.getByRole('button', { name: board.moves.first })).toBeVisible();
    await fits(black);
    await black.goto('/games');
    await expect(black.locator('[data-game]')).toHaveCount(1);
    await fits(black);
  });
}

test('the language is chosen from a menu, stored, and followed by the other windows', async ({ newcomer }) => {
  const [polish, dutch] = [await wordsOf('pl'), await wordsOf('nl')];
  const page = await newcomer({ locale: 'pl-PL' });
  await page.goto('/');
  const other = await page.context().newPage();
  await other.goto('/games');
  await page.getByLabel(polish.app.language.label).selectOption('Nederlands');
  const menu = page.getByLabel(dutch.app.language.label);
  await expect(menu).toHaveValue('nl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(dutch.history.games.title);
  await page.reload();
  await expect(menu).toHaveValue('nl');
});

/** Lets no file through that contains German texts. The names of the files do not reveal the language. */
async function withholdGerman(page: Page): Promise<void> {
  const { failed } = (await wordsOf('de')).app.language;
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(failed)) await route.abort();
    else await route.fulfill({ response });
  });
}

test('a language that fails to load is reported, and the page stays as it is', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const { app } = await wordsOf('en');
  const page = await newcomer();
  await page.goto('/');
  await withholdGerman(page);
  const menu = page.getByLabel(app.language.label);
  await menu.selectOption('Deutsch');
  await expect(page.getByText(app.language.failed)).toBeVisible();
  await expect(menu).toHaveValue('en');
});

test('a page whose messages fail to load says so, and loads again on request', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const page = await newcomer({ locale: 'de-DE' });
  await withholdGerman(page);
  await page.goto('/');
  const again = page.getByRole('button', { name: 'Noch einmal versuchen' });
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole('link', { name: (await wordsOf('de')).app.nav.games, exact: true })).toBeVisible();
});

/** The pages that need no other player. */
const ALONE = ['/', '/new', '/games', '/local', '/analysis', '/analysis?layout=standard', '/learn', '/settings', '/nowhere'];

/** The control that the user presses if the words do not fit. */
function cut(page: Page): Promise<string[]> {
  return page.locator('button, a.button, select, legend, label').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).display !== 'inline' && !element.classList.contains('visually-hidden'))
      .map((element) => `${element.tagName} ${element.textContent.trim()}`),
  );
}

for (const language of Object.keys(LANGUAGES)) {
  test(`every page in ${language} has room for its words on a small phone`, async ({ newcomer, tolerate }) => {
    tolerate(refused(404));
    const page = await newcomer({ ...PHONE, locale: `${language}-${language.toUpperCase()}` });
    for (const address of ALONE) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      await fits(page);
      expect(await cut(page), address).toEqual([]);
    }
    await page.goto('/local');
    await page.locator('form button[type="submit"], .button.primary').last().click();
    await page.locator('[data-cell]').first().waitFor();
    await fits(page);
    expect(await cut(page)).toEqual([]);
  });
}
