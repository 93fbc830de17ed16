import type { Page } from '@playwright/test';

import { clean } from './checks';
import type { AnalysedPosition, Analysis } from '../src/lib/base/protocol/types';
import { isIllegal } from '../src/lib/game/rules/illegal';
import { readMove } from '../src/lib/game/rules/notation';
import { startOf } from '../src/lib/game/rules/position-text';
import { follow } from '../src/lib/game/rules/follow';
import { finishGames } from './finished';
import { BELGIAN_DAISY } from './recorded';
import { Table } from './table';
import { expect, test, UNREACHABLE } from './test';
import { chooseTool } from './tools';

/** Nodes per position, few enough that an analysis takes only seconds. */
test.use({ settings: { SUMITO_COMPUTERS__ANALYSIS_NODES: '2000' } });

/** Both players leave a marble to be pushed off, and overlook one: even a short search finds several mistakes of each. */
const MOVES = ['b1c2', 'h6g5', 'b2c2', 'i6h6', 'b3b2', 'b6c6', 'a2b2a3', 'g4f3', 'd2e3', 'f4g5e4', 'a1b2', 'a5a4'];
const PLIES = MOVES.length;

/** Timeout of an analysis, which competes with the browser for the processor. */
const PATIENT = { timeout: 60_000 };

/** Opens a finished game that has no analysis yet. */
async function openGame(page: Page): Promise<void> {
  await finishGames(page, 1, { layout: 'belgian_daisy', moves: MOVES });
  await page.reload();
  await page.locator('[data-game] a').click();
  await page.locator(`[data-ply="${PLIES}"]`).waitFor();
}

test('a visitor requests an analysis of a finished game, sees its mistakes and better moves, and another learns from them', async ({ newcomer }) => {
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
  await expect(graph).toHaveAttribute('aria-valuetext', /^Move 11 of 12: .*(advantage|Even|win)/, PATIENT);

  // The button goes to the next mistake, and the list of moves names the mistake.
  const count = panel.getByRole('button', { name: /Go to the next one/ }).and(panel.locator(':enabled')).first();
  // The button "3 inaccuracies" leads to an "Inaccuracy", so the test compares the stems.
  const stem = /: \d+ (\w{5})/.exec((await count.textContent()) ?? '')?.[1] ?? 'no kind';
  await count.click();
  const marked = page.getByRole('region', { name: 'Moves', exact: true }).locator('[aria-current="step"]');
  await expect(marked).toHaveAccessibleName(new RegExp(stem, 'i'));

  // The board shows the better moves, by click and by key. How many there are depends on the search.
  const better = panel.getByRole('group', { name: /Better:$/ }).getByRole('button');
  await better.first().click();
  await expect(better.first()).toHaveAttribute('aria-current', 'step', PATIENT);
  await page.keyboard.press('ArrowLeft');
  await expect(better.first()).not.toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('ArrowRight');
  await expect(better.first()).toHaveAttribute('aria-current', 'step');
  await expect(better.first()).toBeFocused();
  await clean(page);
  await panel.getByRole('button', { name: 'Back to the game' }).click();
  await expect(panel.getByRole('button', { name: 'Back to the game' })).toHaveCount(0);

  const address = page.url();
  await chooseTool(page, 'Formations');
  await page.goBack();
  await page.locator('[data-game] a').waitFor();

  // A later visitor gets the stored analysis.
  const other = await newcomer();
  await other.goto(address);
  await expect(other.getByRole('slider', { name: /^Evaluation/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Run computer analysis' })).toHaveCount(0);
  await learn(other);
});

test('a mistake is explained in words and on the board, and the reader sees several lines', async ({ newcomer }) => {
  test.slow();
  const page = await newcomer();
  await openGame(page);
  const panel = page.getByRole('region', { name: 'Computer analysis' });
  await panel.getByRole('button', { name: 'Run computer analysis' }).click();
  await expect(panel.getByText('Analysis complete.')).toBeAttached(PATIENT);
  const explained = (await positionsOf(page)).find(({ reason }) => reason !== undefined && 'cells' in reason);
  if (explained?.reason === undefined || !('cells' in explained.reason)) throw new Error('there is a mistake with marbles');
  const { cells } = explained.reason;

  const moves = page.getByRole('region', { name: 'Moves', exact: true });
  await moves.locator(`[data-ply="${explained.ply + 1}"]`).click();
  await expect(panel.locator('.reason')).toContainText(cells[0] ?? '');
  const hints = page.locator('.hint');
  await expect(hints.first().locator('circle')).toHaveCount(cells.length);
  await clean(page);

  // The choice of lines stays in this browser.
  await panel.getByLabel('Lines').selectOption('3');
  await panel.getByRole('button', { name: 'Show the best 3 lines' }).click();
  const labels = panel.getByRole('button', { pressed: false }).and(panel.locator('.label'));
  await expect(labels).toHaveCount(3, PATIENT);
  await labels.first().click();
  await expect(panel.getByRole('button', { pressed: true })).toHaveCount(1);
  await expect(hints).toHaveCount(1);
  await expect(hints.locator('path')).not.toHaveCount(0);
  await clean(page);
  await page.reload();
  await expect(panel.getByLabel('Lines')).toHaveValue('3');
});

test('the first move of a line is drawn while the pointer is on it', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/analysis?mode=two&layout=belgian_daisy');
  const panel = page.getByRole('region', { name: 'Computer analysis' });
  await panel.getByRole('switch', { name: 'Engine' }).click();
  await panel.getByLabel('Lines').selectOption('5');
  await panel.getByLabel('Time per position').selectOption('5');
  await expect(panel.locator('.best')).toHaveCount(5, PATIENT);
  // The lines change places while the search deepens.
  await expect(panel.locator('[data-running]')).toHaveCount(0, PATIENT);
  const hint = page.locator('.hint');
  await panel.locator('.best').nth(1).hover();
  await expect(hint.locator('path')).not.toHaveCount(0);
  await panel.getByRole('switch').hover();
  await expect(hint).toHaveCount(0);
});

/** The positions of an analysed game, from the server. */
async function positionsOf(page: Page): Promise<AnalysedPosition[]> {
  const id = /\/games\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const answer = await page.request.get(`/api/v1/games/${id}/analysis`);
  return ((await answer.json()) as Analysis).positions;
}

/** The positions before a seat's mistakes, from the server. */
async function mistakesOf(page: Page, seat: number): Promise<AnalysedPosition[]> {
  const positions = await positionsOf(page);
  const worse = positions.filter(({ ply, mistake }) => ply % 2 === seat && mistake !== undefined && mistake !== 'inaccuracy');
  return worse.sort((one, other) => one.ply - other.ply);
}

/** Searches for better moves in place of the mistakes of a game. */
async function learn(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Learn from the mistakes of:' }).getByRole('button', { name: 'Black' }).click();
  const exercises = page.getByRole('region', { name: 'Learn from Black’s mistakes' });
  const stage = async (name: string): Promise<void> => exercises.locator(`[data-exercise="${name}"]`).waitFor();
  const mistakes = await mistakesOf(page, 0);
  const table = new Table(page);
  const enter = async (ply: number, text: string): Promise<void> => {
    const position = follow(startOf('two', BELGIAN_DAISY), MOVES.slice(0, ply)).positions.at(-1);
    const move = position === undefined ? undefined : readMove(position, text);
    if (move === undefined || isIllegal(move)) throw new Error(`${text} cannot be played after ${ply} plies`);
    await table.playByClicks(move);
  };

  // The mistake itself is wrong. The best move is right.
  const [first] = mistakes;
  if (first === undefined) throw new Error('Black makes mistakes');
  await expect(exercises.getByText(`${MOVES[first.ply]} was played.`)).toBeVisible();
  await clean(page);
  await enter(first.ply, MOVES[first.ply] ?? '');
  await stage('wrong');
  await page.locator(`[data-cell="${MOVES[first.ply]?.slice(0, 2)}"][aria-label*="lack"]`).waitFor();
  await enter(first.ply, first.line[0] ?? '');
  await stage('best');

  // The arrow keys leave the exercise for another position of the game.
  await exercises.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('ArrowLeft');
  await exercises.getByRole('button', { name: 'Back to the mistake' }).click();
  await exercises.getByRole('button', { name: 'Next' }).click();

  for (const [index] of mistakes.slice(1).entries()) {
    await exercises.getByText(`Mistake ${index + 2} of ${mistakes.length}`).waitFor();
    if (index === 0) {
      await exercises.getByRole('button', { name: 'Show solution' }).press('Enter');
      await exercises.getByRole('button', { name: 'Next' }).press('Enter');
    } else {
      await exercises.getByRole('button', { name: 'Skip' }).click();
    }
  }
  await expect(exercises.getByText(/^You found a better move for 1 of \d mistakes?\.$/)).toBeVisible();
  await exercises.getByRole('button', { name: 'Learn from White’s mistakes' }).click();
  await page.getByRole('region', { name: 'Learn from White’s mistakes' }).getByRole('button', { name: 'Back to the analysis' }).click();
  await expect(page.getByRole('slider', { name: /^Evaluation/ })).toBeVisible();
}

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
