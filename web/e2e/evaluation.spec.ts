import type { Page } from '@playwright/test';

import { clean } from './checks';
import { finishGames } from './finished';
import { MOVES } from './recorded';
import { expect, test, UNREACHABLE } from './test';

/** Nodes per position, few enough that an analysis takes only seconds. */
test.use({ settings: { SUMITO_COMPUTERS__ANALYSIS_NODES: '2000' } });

const PLIES = 30;

/** Timeout of an analysis, which competes with the browser for the processor. */
const PATIENT = { timeout: 60_000 };

/** Opens a finished game that has no analysis yet. */
async function openGame(page: Page): Promise<void> {
  await finishGames(page, 1, { layout: 'belgian_daisy', moves: MOVES.slice(0, PLIES) });
  await page.reload();
  await page.locator('[data-game] a').click();
  await page.locator(`[data-ply="${PLIES}"]`).waitFor();
}

test('a visitor requests an analysis of a finished game, sees its mistakes and better moves', async ({ newcomer }) => {
  test.slow();
  const page = await newcomer();
  await openGame(page);
  const panel = page.getByRole('region', { name: 'Computer analysis' });
  await panel.getByRole('button', { name: 'Run computer analysis' }).click();
  const graph = panel.getByRole('slider', { name: 'Evaluation (higher is better for Black)' });
  await expect(panel.getByText('Analysis complete.')).toBeAttached(PATIENT);

  // The arrow keys move along the graph.
  await graph.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator(`[data-ply="${PLIES - 1}"]`)).toHaveAttribute('aria-current', 'step', PATIENT);
  await expect(graph).toHaveAttribute('aria-valuetext', /^Move 29 of 30: .*(advantage|Even|win)/, PATIENT);

  // The button goes to the next mistake, and the list of moves names the mistake.
  const count = panel.getByRole('button', { name: /Go to the next one/ }).and(panel.locator(':enabled')).first();
  // The button "3 inaccuracies" leads to an "Inaccuracy", so the test compares the stems.
  const stem = /: \d+ (\w{5})/.exec((await count.textContent()) ?? '')?.[1] ?? 'no kind';
  await count.click();
  const marked = page.getByRole('region', { name: 'Moves', exact: true }).locator('[aria-current="step"]');
  await expect(marked).toHaveAccessibleName(new RegExp(stem, 'i'));

  // The board shows the better moves. A step through the game returns to the game.
  const better = panel.getByRole('group', { name: /Better:$/ }).getByRole('button');
  await better.first().click();
  await expect(better.first()).toHaveAttribute('aria-current', 'step', PATIENT);
  await page.keyboard.press('ArrowRight');
  await expect(better.nth(1)).toHaveAttribute('aria-current', 'step', PATIENT);
  await expect(better.nth(1)).toBeFocused();
  await clean(page);
  await panel.getByRole('button', { name: 'Back to the game' }).click();
  await expect(panel.getByRole('button', { name: 'Back to the game' })).toHaveCount(0);

  const address = page.url();
  await page.getByRole('button', { name: 'Formations' }).click();
  await page.goBack();
  await page.locator('[data-game] a').waitFor();

  // A later visitor gets the stored analysis.
  const other = await newcomer();
  await other.goto(address);
  await expect(other.getByRole('slider', { name: /^Evaluation/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Run computer analysis' })).toHaveCount(0);
});

test.describe('an analysis that takes a while', () => {
  test.use({ settings: { SUMITO_COMPUTERS__ANALYSIS_NODES: '100000' } });

  test('continues after a lost connection and a restart of the server', async ({ newcomer, server, tolerate }) => {
    tolerate(UNREACHABLE);
    const page = await newcomer();
    await openGame(page);
    await page.getByRole('button', { name: 'Run computer analysis' }).click();
    await page.getByRole('progressbar').waitFor();
    await server.kill();
    await server.restart();
    await expect(page.getByText('Analysis complete.')).toBeAttached({ timeout: 60_000 });
  });
});

test('the computer analyses a position, and its line is added to the tree', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/analysis?mode=two&layout=belgian_daisy');
  await page.getByRole('button', { name: 'Evaluate position' }).click();
  const panel = page.getByRole('region', { name: 'Computer analysis' });
  const line = panel.getByRole('group', { name: 'Best line:' }).getByRole('button');
  await expect(panel.getByRole('status')).toContainText(/Depth \d+ · [\d,]+ positions/);
  // The depth that a second reaches depends on the machine.
  const last = (await line.last().textContent())?.trim() ?? '';
  const played = page.locator(`[data-ply="${await line.count()}"]`);
  await line.last().click();
  await expect(played).toHaveText(new RegExp(last));
  await expect(played).toHaveAttribute('aria-current', 'step');
  // An answer belongs to the position for which the page requested it.
  await expect(panel.getByRole('button', { name: 'Evaluate position' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(panel.getByText(/^Depth /)).toBeVisible();
});

/** Connects a bot that does nothing. It runs in a page. */
async function bot(page: Page): Promise<string> {
  await page.goto('/');
  return page.evaluate(async () => {
    const answer = await fetch('/api/v1/guests', { method: 'POST', credentials: 'omit' });
    const { token, user } = (await answer.json()) as { token: string; user: { name: string } };
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method: 'PUT', credentials: 'omit', headers, body: JSON.stringify({ modes: ['two'], untimed: true }) } as const;
    const made = await fetch('/api/v1/me/bot', init);
    if (!made.ok) throw new Error(await made.text());
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    await new Promise((resolve) => {
      socket.addEventListener('open', () => socket.send(JSON.stringify({ id: '1', type: 'authenticate', token })));
      socket.addEventListener('message', ({ data }) => {
        if ((JSON.parse(String(data)) as { id?: string }).id === '1') resolve(null);
      });
    });
    return user.name;
  });
}

test('a player plays with an online bot, which is marked as a bot everywhere', async ({ newcomer }) => {
  const name = await bot(await newcomer());
  const page = await newcomer();
  await page.goto('/?play=computer');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^BOT ${name}`) }).check();
  await expect(dialog.getByRole('group', { name: 'Level' })).toHaveCount(0);
  // The bot does not accept games of three.
  await dialog.getByRole('radio', { name: 'Three' }).check();
  await expect(dialog.getByText('No online bot accepts these settings.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Two' }).check();
  await dialog.getByRole('radio', { name: new RegExp(`^BOT ${name}`) }).check();
  await dialog.getByRole('button', { name: 'Play' }).click();
  await expect(page).toHaveURL(/\/room\//);
  await expect(page.locator('[data-color]').filter({ hasText: name }).getByText('BOT', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('link', { name: new RegExp(`BOT ${name}`) }).first()).toBeVisible();
  await page.getByRole('link', { name: 'More options' }).click();
  await expect(page.getByRole('group', { name: 'Bot', exact: true }).getByRole('radio', { name: new RegExp(name) })).toBeVisible();
});
