import type { Page } from '@playwright/test';
import { marblesAt, meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { test } from './test';

const FOLDER = 'test-results/screenshots';
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Movements are not waited for by clocks: a picture is taken when they have ended. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished)));
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}

for (const scheme of ['light', 'dark'] as const) {
  test(`desktop, ${scheme}`, async ({ newcomer }) => {
    const options = { colorScheme: scheme, viewport: { width: 1280, height: 800 } };
    const black = await newcomer(options);
    const white = await newcomer({ ...options, ...PHONE });
    const passer = await newcomer(options);
    await passer.goto('/');
    await meet(black, white);
    await shoot(white, `phone-start-${scheme}`);
    await playOn({ black, white }, 0, 26);
    await shoot(black, `desktop-game-${scheme}`);
    await shoot(white, `phone-game-${scheme}`);
    const table = new Table(black);
    for (const name of ['e7', 'e8']) await black.locator(`[data-cell="${name}"]`).click();
    await shoot(black, `desktop-selected-${scheme}`);
    await black.keyboard.press('Escape');
    await table.playByClicks(MOVES[26] ?? '', marblesAt(26));
    await playOn({ black, white }, 27, MOVES.length);
    await shoot(black, `desktop-result-${scheme}`);
    await shoot(white, `phone-result-${scheme}`);
    await black.getByRole('dialog').getByRole('link', { name: 'Replay the game' }).click();
    await black.getByRole('button', { name: 'One move back' }).click();
    await shoot(black, `desktop-replay-${scheme}`);
    await black.getByRole('link', { name: 'Games', exact: true }).click();
    await black.locator('[data-game]').waitFor();
    await shoot(black, `desktop-games-${scheme}`);
    await white.getByRole('dialog').getByRole('button', { name: 'New game' }).click();
    await white.getByLabel('Link to this game').waitFor();
    await shoot(white, `phone-waiting-${scheme}`);
    await passer.getByRole('button', { name: /Join/ }).waitFor();
    await shoot(passer, `desktop-lobby-${scheme}`);
    const phone = await newcomer({ ...options, ...PHONE });
    await phone.goto('/');
    await phone.getByRole('button', { name: /Join/ }).waitFor();
    await shoot(phone, `phone-lobby-${scheme}`);
    await passer.getByRole('button', { name: 'Create game' }).click();
    await passer.getByLabel('Link to this game').waitFor();
    await shoot(passer, `desktop-waiting-${scheme}`);
    await black.goto(passer.url());
    await black.getByRole('button', { name: 'Join the game' }).waitFor();
    await shoot(black, `desktop-entrance-${scheme}`);
  });
}
