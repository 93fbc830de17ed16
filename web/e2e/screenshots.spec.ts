import type { Page } from '@playwright/test';
import { gather, step } from './gathering';
import { moveAt, meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { PHONE } from './people';
import { test } from './test';

const FOLDER = 'test-results/screenshots';
const SHARP_PHONE = { ...PHONE, deviceScaleFactor: 2 };

test.use({ deviceScaleFactor: 1 });

/** The languages of the pictures. The test returns to the first language after each picture. */
const LANGUAGES = ['en', ...(process.env['SCREENSHOT_LANGUAGES'] ?? '').split(',').filter((code) => code !== '' && code !== 'en')];

/** Selects a language in the menu, which is folded on a phone. */
async function speak(page: Page, language: string): Promise<void> {
  await page.locator('header select').evaluate((select: HTMLSelectElement, code) => {
    select.value = code;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

/** Takes a picture in each language. */
async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  for (const language of LANGUAGES) {
    if (LANGUAGES.length > 1) await speak(page, language);
    await settled(page);
    await page.screenshot({ path: `${FOLDER}/${language}/${name}.png`, fullPage });
  }
  if (LANGUAGES.length > 1) await speak(page, 'en');
}

/** Waits for the end of animations before a picture, because clocks do not wait for them. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished)));
}

for (const scheme of ['light', 'dark'] as const) {
  test(`desktop, ${scheme}`, async ({ newcomer }) => {
    const options = { colorScheme: scheme, viewport: { width: 1280, height: 800 } };
    const black = await newcomer(options);
    const white = await newcomer({ ...options, ...SHARP_PHONE });
    const passer = await newcomer(options);
    await passer.goto('/');
    await meet(black, white);
    await shoot(white, `phone-start-${scheme}`);
    await playOn({ black, white }, 0, 26);
    await black.getByRole('button', { name: 'Time per move' }).click();
    await shoot(black, `desktop-ledger-${scheme}`);
    await black.getByRole('button', { name: 'Time per move' }).click();
    await white.getByRole('button', { name: 'Takeback' }).click();
    await black.getByRole('button', { name: 'Accept' }).waitFor();
    await shoot(black, `desktop-takeback-${scheme}`);
    await shoot(white, `phone-takeback-${scheme}`);
    await white.getByRole('button', { name: 'Cancel' }).click();
    await shoot(black, `desktop-game-${scheme}`);
    await shoot(white, `phone-game-${scheme}`);
    const table = new Table(black);
    for (const name of ['e7', 'e8']) await black.locator(`[data-cell="${name}"]`).click();
    await shoot(black, `desktop-selected-${scheme}`);
    await black.keyboard.press('Escape');
    await table.playByClicks(moveAt(26));
    await playOn({ black, white }, 27, MOVES.length);
    await shoot(black, `desktop-result-${scheme}`);
    await shoot(white, `phone-result-${scheme}`);
    await black.getByRole('dialog').getByRole('link', { name: 'Review game' }).click();
    await black.getByRole('button', { name: 'Previous move' }).click();
    await shoot(black, `desktop-replay-${scheme}`);
    await black.getByRole('button', { name: 'Time per move' }).click();
    await shoot(black, `desktop-replay-ledger-${scheme}`);
    await white.getByRole('dialog').getByRole('link', { name: 'Review game' }).click();
    await white.locator('[data-color="black"]').getByRole('link').click();
    await white.getByRole('table').waitFor();
    await shoot(white, `phone-player-${scheme}`);
    await black.getByRole('link', { name: 'Games', exact: true }).click();
    await black.locator('[data-game]').waitFor();
    await shoot(black, `desktop-games-${scheme}`);
    await white.goto('/new');
    await white.getByRole('button', { name: 'Create game' }).click();
    await white.getByLabel('Link to this game').waitFor();
    await shoot(white, `phone-waiting-${scheme}`);
    await passer.getByRole('button', { name: /^Join .* as / }).waitFor();
    await shoot(passer, `desktop-lobby-${scheme}`);
    const phone = await newcomer({ ...options, ...SHARP_PHONE });
    await phone.goto('/');
    await phone.getByRole('button', { name: /^Join .* as / }).waitFor();
    await shoot(phone, `phone-lobby-${scheme}`);
    await passer.goto('/new');
    await passer.getByRole('button', { name: 'Create game' }).click();
    await passer.getByLabel('Link to this game').waitFor();
    await shoot(passer, `desktop-waiting-${scheme}`);
    await black.goto(passer.url());
    await black.getByRole('button', { name: 'Join game' }).waitFor();
    await shoot(black, `desktop-entrance-${scheme}`);
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test(`three and four, ${scheme}`, async ({ newcomer }) => {
    const desktop = { colorScheme: scheme, viewport: { width: 1280, height: 800 } };
    const pages = [await newcomer(desktop), await newcomer({ ...desktop, ...SHARP_PHONE }), await newcomer(desktop), await newcomer(desktop)] as const;
    const [black, white, red, yellow] = pages;
    await black.goto('/new');
    await black.getByRole('radio', { name: 'Four', exact: true }).check();
    await black.getByRole('radio', { name: 'Custom' }).check();
    await shoot(black, `desktop-create-${scheme}`, true);
    await white.goto('/new');
    await white.getByRole('radio', { name: 'Four', exact: true }).check();
    await shoot(white, `phone-create-${scheme}`, true);

    const link = await gather([black, white], 'Four', { ready: true });
    await shoot(black, `desktop-gathering-${scheme}`);
    await red.goto(link);
    await red.getByRole('button', { name: /Red/ }).waitFor();
    await shoot(red, `desktop-seats-${scheme}`);
    await red.getByRole('button', { name: /Red/ }).click();
    await yellow.goto(link);
    await yellow.getByRole('button', { name: /Yellow/ }).click();
    for (const page of pages) await page.getByRole('button', { name: 'I’m ready' }).click();
    await step(black, 'g5', 'f5', 1);
    await step(white, 'g7', 'f6', 2);
    await step(red, 'c5', 'd5', 3);
    await shoot(red, `desktop-four-${scheme}`);
    await shoot(white, `phone-four-${scheme}`);
    await yellow.close();
    await red.getByText('offline').first().waitFor();

    await gather([black, white, red], 'Three');
    await step(black, 'b1', 'c2', 1);
    await step(white, 'g4', 'g5', 2);
    await step(red, 'g8', 'g7', 3);
    await red.getByRole('button', { name: 'Resign' }).click();
    await red.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
    await white.close();
    await black.getByText('has left the game', { exact: false }).waitFor();
    await shoot(black, `desktop-three-${scheme}`);
  });
}

/** The pages that need no other player. */
const ALONE = {
  local: '/local',
  analysis: '/analysis',
  variations: '/analysis?layout=belgian_daisy',
  learn: '/learn',
  lesson: '/learn/pac',
  rules: '/rules',
  glossary: '/glossary',
  puzzles: '/puzzles',
  tv: '/tv',
  storm: '/puzzles/storm',
  settings: '/settings',
  unknown: '/nowhere',
};

/** The pages among them with a board that fills the window. */
const TABLES = ['lesson', 'puzzles', 'variations'];

for (const scheme of ['light', 'dark'] as const) {
  test(`pages for one, ${scheme}`, async ({ newcomer }) => {
    const [desktop, phone] = [await newcomer({ colorScheme: scheme }), await newcomer({ colorScheme: scheme, ...SHARP_PHONE })];
    for (const [name, address] of Object.entries(ALONE)) {
      for (const [size, page] of Object.entries({ desktop, phone })) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
        await shoot(page, `${size}-${name}-${scheme}`, !TABLES.includes(name));
      }
    }
  });
}
