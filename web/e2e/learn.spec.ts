import type { Page } from '@playwright/test';

import { isLanguage, LANGUAGES } from '../src/lib/base/i18n/languages';
import de from '../src/lib/base/i18n/messages/de/learn/rules';
import en from '../src/lib/base/i18n/messages/en/learn/rules';
import nl from '../src/lib/base/i18n/messages/nl/learn/rules';
import pl from '../src/lib/base/i18n/messages/pl/learn/rules';
import { clean, fits } from './checks';
import { phone } from './people';
import { expect, test, UNREACHABLE } from './test';
import { chooseTool } from './tools';

const SMALL_PHONE = phone(360, 640);
const RULES = { en, de, nl, pl };

async function click(page: Page, ...cells: string[]): Promise<void> {
  for (const cell of cells) await page.locator(`[data-cell="${cell}"]`).click();
}

async function is(page: Page, progress: 'asked' | 'refused' | 'done' | 'mistaken'): Promise<void> {
  await expect(page.locator('[data-progress]')).toHaveAttribute('data-progress', progress);
}

test('a lesson is played from its first step to its last, and progress is stored', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/learn');
  const card = page.getByRole('link', { name: /^Pac: equal numbers/ });
  await expect(card).toContainText('4 steps');
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pac: equal numbers');
  const next = page.getByRole('button', { name: 'Next' });

  // The step asks for an illegal move, so a legal move is a mistake.
  await click(page, 'd4', 'c3');
  await is(page, 'mistaken');
  await expect(page.getByText('That move is legal. Try the one that isn’t.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await click(page, 'd4', 'e5');
  await is(page, 'done');
  await next.click();
  await expect(page.getByText('Two against two.')).toBeFocused();

  await click(page, 'e3', 'e5');
  await is(page, 'done');
  await next.click();
  await click(page, 'b2', 'e5');
  await is(page, 'done');
  await expect(page).toHaveURL(/step=3$/);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Step 3 of 4' })).toHaveAttribute('aria-current', 'step');
  await page.getByRole('link', { name: 'All lessons' }).click();
  await expect(card).toContainText('3 of 4');
  await card.click();
  await expect(page.getByRole('button', { name: 'Step 4 of 4' })).toHaveAttribute('aria-current', 'step');

  await click(page, 'c4', 'c3');
  await is(page, 'asked');
  // White replies.
  await expect(page.locator('[data-cell="a4"]')).toHaveAccessibleName('White marble on A4');
  await click(page, 'c3', 'e5');
  await is(page, 'done');
  await page.getByRole('link', { name: 'Next: Pushing marbles off' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pushing marbles off');
  await page.getByRole('link', { name: 'All lessons' }).click();
  await expect(card).toContainText('Done');
});

test('a lesson is played by keys alone', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/learn/board');
  await page.locator('[data-cell="e5"]').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await is(page, 'done');
  await expect(page.getByRole('status').filter({ hasText: 'One cell per turn' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Here’s the goal of the game')).toBeFocused();
});

test('the lesson on time ends with its clock, and leads to a first game', async ({ newcomer }) => {
  const page = await newcomer();
  await page.clock.install();
  await page.goto('/learn/time');
  const clock = page.getByRole('timer', { name: /^Your time/ });
  await expect(clock).toHaveAttribute('data-running', 'true');
  // The test waits for the connection: a page drops a socket that has not connected in time, and the test moves the clock on.
  await page.locator('[data-connection="open"]').waitFor();
  await page.clock.fastForward(31_000);
  await is(page, 'mistaken');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(clock).toHaveAttribute('data-running', 'true');
  await click(page, 'c3', 'e5');
  await is(page, 'done');
  await expect(clock).toHaveAttribute('data-running', 'false');
  await page.getByRole('link', { name: 'Pass and play' }).click();
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
});

test('the lessons need no server', async ({ newcomer, server, tolerate }) => {
  tolerate(UNREACHABLE);
  const page = await newcomer({ serviceWorkers: 'allow' });
  await page.goto('/');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) => {
      active?.addEventListener('statechange', () => (active.state === 'activated' ? resolve() : undefined));
    });
  });
  await server.kill();
  await page.goto('/learn/sumito');
  // The board moves down when the page shows the message.
  await page.getByText('Can’t reach the server.', { exact: false }).waitFor({ timeout: 30_000 });
  await click(page, 'c3', 'e5');
  await is(page, 'done');
  for (const path of ['/rules', '/glossary', '/learn']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a lesson that does not exist says so', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/learn/chess');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lesson not found');
  await page.getByRole('main').getByRole('link', { name: 'All lessons' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learn the game');
});

for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
  test(`lessons, rules and glossary in ${language} fit on a small phone`, async ({ newcomer }) => {
    const page = await newcomer({ ...SMALL_PHONE, locale: `${language}-${language.toUpperCase()}` });
    for (const path of ['/rules', '/learn', '/glossary', '/learn/four', '/learn/time']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/rules') {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(RULES[language].rules.heading);
        await expect(page.getByText(RULES[language].point.variant)).toBeVisible();
      }
      await fits(page);
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`lessons, rules, glossary and formations pass the accessibility checks, ${colorScheme}`, async ({ newcomer }) => {
    const page = await newcomer({ colorScheme });
    for (const path of ['/learn', '/rules', '/glossary', '/learn/four', '/learn/time']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await clean(page);
    }
    await page.goto('/learn/board');
    await page.getByRole('button', { name: 'Show me' }).click();
    await clean(page);
    await click(page, 'e5', 'f6');
    await is(page, 'done');
    await clean(page);
  });
}

test('a link opens a word of the glossary', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/glossary#det');
  await expect(page.locator('#det')).toBeInViewport();
});

test('a word of the glossary leads to its picture on a board, with formations shown', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/glossary');
  await page.locator('#shield').getByRole('link', { name: 'Show on a board' }).click();
  await chooseTool(page, 'Formations');
  await expect(page.getByRole('button', { name: 'Shield: 1', exact: true })).toBeVisible();
});

test('formations are shown on a finished game’s board', async ({ newcomer }) => {
  const page = await newcomer();
  const position = '5/6/7/4w3/1bbw5/3b4/7/5w/4b b 0,0 0 0';
  await page.goto(`/analysis?${new URLSearchParams({ mode: 'two', position })}`);
  await chooseTool(page, 'Formations');
  await expect(page.getByRole('button', { name: 'Sumito: 1', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.threats [data-term="sumito"]')).toHaveCount(1);
  await page.getByRole('button', { name: /^Single:/ }).click();
  await expect(page.getByText(/^Single, White:/).first()).toBeAttached();
  await clean(page);
  await chooseTool(page, 'Formations');
  await expect(page.locator('.threats')).toHaveCount(0);
});
