import type { Page } from '@playwright/test';
import { clean } from './checks';
import { gather, step } from './gathering';
import { meet, playOn } from './recorded';
import { expect, refused, test } from './test';
import { chooseTool } from './tools';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page, ${colorScheme}`, async ({ newcomer, tolerate }) => {
    tolerate(refused(404));
    test.slow();
    const [black, white, passer] = [
      await newcomer({ colorScheme }),
      await newcomer({ colorScheme }),
      await newcomer({ colorScheme }),
    ];
    await passer.goto('/');
    await passer.getByText('No open games.').waitFor();
    await clean(passer);
    for (const kind of ['streak', 'storm']) {
      await passer.goto(`/puzzles/${kind}`);
      await passer.getByRole('button', { name: 'Start' }).waitFor();
      await clean(passer);
    }
    await passer.goto('/');

    await black.goto('/new');
    await black.getByRole('radio', { name: 'Belgian daisy' }).waitFor();
    await clean(black);
    await black.getByRole('button', { name: 'Create game' }).click();
    await black.getByLabel('Link to this game').waitFor();
    await clean(black);
    await white.goto(black.url());
    await white.getByRole('button', { name: 'Join game' }).waitFor();
    await clean(white);
    await passer.getByRole('button', { name: /^Join/ }).waitFor();
    await clean(passer);

    await meet(black, white);
    await clean(white);
    await passer.locator('[data-live]').waitFor();
    await clean(passer);
    await passer.goto('/tv');
    await passer.locator('article [data-live]').waitFor();
    await clean(passer);
    await playOn({ black, white }, 0, 2);
    await clean(black);
    await black.locator('[data-cell="a1"]').click();
    await clean(black);
    await black.getByRole('button', { name: 'Resign' }).click();
    const resign = black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' });
    await resign.waitFor();
    await clean(black);
    await resign.click();
    await black.getByRole('dialog').getByRole('link', { name: 'Review game' }).waitFor();
    await clean(black);
    await white.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await clean(white);

    await black.getByRole('dialog').getByRole('link', { name: 'Review game' }).click();
    await black.locator('[data-ply="2"]').waitFor();
    await clean(black);
    await chooseTool(black, 'Time per move');
    await clean(black);
    await black.locator('[data-color="white"]').getByRole('link').click();
    await black.getByRole('table').waitFor();
    await clean(black);
    await black.getByRole('link', { name: 'Games', exact: true }).click();
    await expect(black.getByRole('table')).toHaveCount(0);
    await black.locator('[data-game]').waitFor();
    await clean(black);
    await black.goto('/nowhere');
    await black.getByRole('heading', { name: 'Over the edge' }).waitFor();
    await clean(black);
  });

  test(`a table of four, ${colorScheme}`, async ({ newcomer }) => {
    test.slow();
    const pages = [
      await newcomer({ colorScheme }),
      await newcomer({ colorScheme }),
      await newcomer({ colorScheme }),
      await newcomer({ colorScheme }),
    ] as const;
    const [black, white, red, yellow] = pages;
    await black.goto('/new');
    await black.getByRole('radio', { name: 'Four', exact: true }).check();
    await black.getByRole('radio', { name: 'Custom' }).check();
    await clean(black);
    const link = await gather([black, white, red], 'Four', { ready: true });
    await clean(black);
    await yellow.goto(link);
    await yellow.getByRole('button', { name: /Yellow/ }).waitFor();
    await clean(yellow);
    await yellow.getByRole('button', { name: /Yellow/ }).click();
    for (const page of pages) await page.getByRole('button', { name: 'I’m ready' }).click();
    await step(black, 'g5', 'f5', 1);
    await step(white, 'g7', 'f6', 2);
    await white.getByRole('button', { name: 'Takeback' }).click();
    await black.getByRole('button', { name: 'Accept' }).waitFor();
    await chooseTool(black, 'Time per move');
    await clean(black);
    await clean(white);
    await Promise.all([white.close(), yellow.close()]);
    await red.getByText('have left the game.', { exact: false }).waitFor();
    await clean(red);
  });
}

test('a board while moves are entered', async ({ newcomer }) => {
  test.slow();
  const [black, white] = [await newcomer(), await newcomer()];
  const link = await meet(black, white);
  const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
  for (const name of ['c2', 'c3']) await cell(black, name).click();
  await black.locator('[data-target="choice"]').waitFor();
  await clean(black);
  await cell(black, 'd3').focus();
  await black.keyboard.press('Enter');
  await black.locator('[data-bubble]').waitFor();
  await clean(black);
  await black.keyboard.press('Escape');
  await black.keyboard.press('/');
  await black.getByRole('textbox', { name: 'Move' }).fill('e5e6');
  await clean(black);
  await cell(white, 'c5').click();
  await cell(white, 'd6').click();
  await white.locator('[data-premove]').waitFor();
  await clean(white);
  await black.evaluate(() => {
    const newValue = JSON.stringify({ confirmation: 'always' });
    dispatchEvent(new StorageEvent('storage', { key: 'sumito.settings', newValue }));
  });
  await black.getByRole('textbox', { name: 'Move' }).fill('a2b3');
  await black.keyboard.press('Enter');
  await black.getByRole('group', { name: 'Play a2b3?' }).waitFor();
  await clean(black);
  const passer = await newcomer();
  await passer.goto(link);
  await passer.getByRole('grid').waitFor();
  await clean(passer);
});
