import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import type { Puzzle, PuzzleAttempt, PuzzleRun } from '../src/lib/base/protocol/types';
import { follow } from '../src/lib/game/rules/follow';
import { legalMoves } from '../src/lib/game/rules/legal';
import type { Move } from '../src/lib/game/rules/move';
import { moveText } from '../src/lib/game/rules/notation';
import { readPosition } from '../src/lib/game/rules/position-text';
import { clean, fits } from './checks';
import { account } from './people';
import { dailyPuzzle, puzzleOf } from './puzzle';
import { Table } from './table';
import { expect, refused, test, UNREACHABLE } from './test';

// The tests click faster than a person.
test.use({ settings: { SUMITO_PUZZLES__MOVE_MS: '0' } });

/** The number of puzzles that the page stores. */
const STORED = 5;

/** Waits for the state of the puzzle on the page. */
async function stage(page: Page, name: 'asked' | 'right' | 'wrong' | 'solved' | 'shown', ply?: number): Promise<void> {
  await page.locator(`[data-stage="${name}"]${ply === undefined ? '' : `[data-ply="${ply}"]`}`).waitFor();
}

/** Opens the training, and returns its puzzle. */
async function train(page: Page): Promise<Puzzle> {
  await dailyPuzzle(page);
  await page.goto('/puzzles');
  await stage(page, 'asked', 0);
  return shown(page);
}

/** The puzzle that the title of the page names. */
async function shown(page: Page): Promise<Puzzle> {
  await expect(page).toHaveTitle(/^Puzzle [0-9a-z]{11} – /);
  const [, id = ''] = /^Puzzle ([0-9a-z]+)/.exec(await page.title()) ?? [];
  return puzzleOf(page, id);
}

/** Solves a puzzle that stays on the page. */
async function solve(page: Page, puzzle: Puzzle): Promise<void> {
  await play(page, puzzle);
  await stage(page, 'solved');
}

/** Plays the solver's moves of the solution, and waits for each reply. In a run, the next puzzle comes at once. */
async function play(page: Page, { mode, position, solution }: Puzzle): Promise<void> {
  const table = new Table(page);
  const start = readPosition(mode, position);
  const { moves, positions } = follow(start, solution);
  for (const [ply, move] of moves.entries()) {
    if (positions[ply]?.turn !== start.turn) continue;
    if (ply > 0) await stage(page, 'right', ply);
    await table.playByClicks(move);
  }
}

/** A legal move that does not solve the puzzle: only the first move of the solution does. */
function wrongMove({ mode, position, solution }: Puzzle): Move {
  const move = legalMoves(readPosition(mode, position)).find((each) => each.kind === 'in-line' && moveText(each) !== solution[0]);
  if (move === undefined) throw new Error('a solver has several moves');
  return move;
}

test('a visitor solves a puzzle, becomes a guest, votes, and goes on', async ({ newcomer }) => {
  const page = await newcomer();
  const puzzle = await train(page);
  expect(await page.context().cookies()).toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Black|White) to move$/);
  await expect(page.getByRole('list', { name: 'Themes' })).toHaveCount(0);
  const sent = page.waitForRequest(/\/attempts$/);
  await solve(page, puzzle);
  const { moves } = (await sent).postDataJSON() as { moves: string[] };
  expect(moves).toEqual(puzzle.solution.filter((_, ply) => ply % 2 === 0));
  await expect(page.getByRole('status').filter({ hasText: /^Your puzzle rating: 1\d\d\d \(\+\d+\)$/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Themes' })).toBeVisible();
  await expect(page.getByText('Solved 1 of 1.')).toBeVisible();

  const like = page.getByRole('button', { name: 'I like this puzzle' });
  const dislike = page.getByRole('button', { name: 'I don’t like this puzzle' });
  const voted = page.waitForResponse(/\/vote$/);
  await like.click();
  expect((await voted).status()).toBe(204);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  expect((await puzzleOf(page, puzzle.id)).up_votes).toBe(1);
  await dislike.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(dislike).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await stage(page, 'asked', 0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect((await shown(page)).id).not.toBe(puzzle.id);
});

test('a mistake counts, is taken back, and can be corrected', async ({ newcomer }) => {
  const page = await newcomer();
  const puzzle = await train(page);
  const attempts: string[] = [];
  page.on('request', (request) => (request.method() === 'POST' && /\/attempts$/.test(request.url()) ? attempts.push(request.postData() ?? '') : undefined));
  const mistake = wrongMove(puzzle);
  await new Table(page).playByClicks(mistake);
  await stage(page, 'wrong', 1);
  // The page takes the move back.
  await stage(page, 'wrong', 0);
  await expect(page.getByRole('status').filter({ hasText: /^Your puzzle rating: 1\d\d\d \(−\d+\)$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.hint circle')).not.toHaveCount(0);
  await solve(page, puzzle);
  expect(attempts).toEqual([JSON.stringify({ moves: [moveText(mistake)] })]);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(page).toHaveURL(/\/analysis\?.*position=/);
});

test('a missed puzzle is tried again, and the page shows the last results', async ({ newcomer }) => {
  const page = await newcomer();
  const puzzle = await train(page);
  await expect(page.getByText('Each puzzle you try appears here.')).toBeVisible();
  await new Table(page).playByClicks(wrongMove(puzzle));
  await stage(page, 'wrong', 0);
  const missed = page.getByRole('list', { name: 'Your last puzzles' }).getByRole('link', { name: `Puzzle ${puzzle.id}: missed` });
  await expect(missed).toBeVisible();
  await expect(page.getByText('day in a row')).toBeVisible();
  await page.getByRole('button', { name: 'Show solution' }).click();
  await stage(page, 'shown', puzzle.solution.length);
  await page.getByRole('button', { name: 'Try again' }).click();
  await stage(page, 'asked', 0);
  expect((await shown(page)).id).toBe(puzzle.id);
  await solve(page, puzzle);
  // Only the first try counts.
  await expect(page.getByText('You’ve tried this puzzle before. Only the first try counts.')).toBeVisible();
  await expect(missed).toHaveCount(1);
});

test('the solution is played on request', async ({ newcomer }) => {
  const page = await newcomer();
  const puzzle = await train(page);
  const sent = page.waitForRequest(/\/attempts$/);
  await page.getByRole('button', { name: 'Show solution' }).click();
  await stage(page, 'shown', puzzle.solution.length);
  expect((await sent).postDataJSON()).toEqual({ moves: [] });
  await expect(page.getByRole('button', { name: 'Next puzzle' })).toBeVisible();
});

test('a choice of theme and difficulty lasts', async ({ newcomer }) => {
  const page = await newcomer();
  await train(page);
  const asked = page.waitForRequest(/\/puzzles\/next\?.*theme=push_out_in_2/);
  await page.getByLabel('Theme').selectOption('Push-off in two moves');
  expect((await asked).url()).toContain('difficulty=equal');
  await stage(page, 'asked', 0);
  const harder = page.waitForRequest(/\/puzzles\/next\?.*difficulty=harder.*theme=push_out_in_2/);
  await page.getByLabel('Difficulty').selectOption('Harder');
  await harder;
  await stage(page, 'asked', 0);
  await page.reload();
  await stage(page, 'asked', 0);
  expect((await shown(page)).themes).toContain('push_out_in_2');
  await expect(page.getByLabel('Difficulty')).toHaveValue('harder');
});

test('the puzzle of the day is the same for everyone, and has a page', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const page = await newcomer();
  const puzzle = await dailyPuzzle(page);
  await page.goto('/puzzles/daily');
  await expect(page).toHaveTitle(/^Puzzle of the day – /);
  await solve(page, puzzle);
  await page.getByRole('link', { name: 'Link to this puzzle' }).click();
  await expect(page).toHaveURL(new RegExp(`/puzzles/${puzzle.id}$`));
  await stage(page, 'asked', 0);
  await solve(page, puzzle);
  await expect(page.getByText('You’ve tried this puzzle before. Only the first try counts.')).toBeVisible();
  await page.goto('/puzzles/00000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Puzzle not found');
});

test('a puzzle is solved by keys alone', async ({ newcomer }) => {
  const page = await newcomer();
  const { mode, position, solution } = await train(page);
  const [first] = follow(readPosition(mode, position), solution.slice(0, 1)).moves;
  if (first === undefined) throw new Error('a solution has a move');
  await page.locator('[aria-keyshortcuts="/"]').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Move' }).fill(moveText(first));
  await page.keyboard.press('Enter');
  await stage(page, solution.length === 1 ? 'solved' : 'right');
});

test('a streak ends with the first mistake, and its score is in the leaderboard', async ({ newcomer }) => {
  const page = await newcomer();
  await dailyPuzzle(page);
  await page.goto('/');
  await account(page, 'Quinn');
  await page.goto('/puzzles/streak');
  await expect(page.getByText('No scores yet.')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Quinn' }).waitFor();
  const answer = async (act: () => Promise<void>): Promise<PuzzleRun> => {
    const arrived = page.waitForResponse((response) => /\/puzzles\/runs/.test(response.url()) && response.request().method() === 'POST');
    await act();
    return (await (await arrived).json()) as PuzzleRun;
  };
  let run = await answer(() => page.getByRole('button', { name: 'Start' }).click());
  for (let score = 1; score <= 2; score += 1) {
    const { puzzle } = run;
    if (puzzle === null) throw new Error('the streak goes on');
    run = await answer(() => play(page, puzzle));
    await stage(page, 'asked', 0);
    await expect(page.locator('[data-score]')).toHaveText(String(score));
  }
  const { puzzle } = run;
  if (puzzle === null) throw new Error('the streak goes on');
  run = await answer(() => new Table(page).playByClicks(wrongMove(puzzle)));
  expect(run).toMatchObject({ score: 2, mistakes: 1, puzzle: null });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 puzzles solved');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('That’s your new best score!')).toBeVisible();
  await expect(page.getByRole('link', { name: `Puzzle ${puzzle.id}` })).toBeVisible();
  await expect(page.getByRole('row', { name: /Quinn 2$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Again' }).click();
  await stage(page, 'asked', 0);
  await expect(page.locator('[data-score]')).toHaveText('0');
});

test('a mistake in a storm costs ten seconds, and the next puzzle comes at once', async ({ newcomer }) => {
  const page = await newcomer();
  await dailyPuzzle(page);
  await page.goto('/puzzles/storm');
  const begun = page.waitForResponse(/\/puzzles\/runs$/);
  await page.getByRole('button', { name: 'Start' }).click();
  const { puzzle } = (await (await begun).json()) as PuzzleRun;
  if (puzzle === null) throw new Error('a storm has a puzzle');
  const clock = page.getByRole('timer', { name: /^Time left/ });
  await expect(clock).toHaveAttribute('data-running', 'true');
  const judged = page.waitForResponse(/\/attempts$/);
  await new Table(page).playByClicks(wrongMove(puzzle));
  await stage(page, 'wrong');
  await expect(clock).toHaveText(/2:[0-4]\d|2:50/);
  const run = (await (await judged).json()) as PuzzleRun;
  expect(run).toMatchObject({ score: 0, mistakes: 1 });
  expect(run.left_ms).toBeLessThanOrEqual(170_000);
  await stage(page, 'asked', 0);
  await expect(page.getByRole('list', { name: 'Puzzles of this run' }).getByRole('img', { name: `Puzzle ${puzzle.id}: missed` })).toBeVisible();
  await page.getByRole('button', { name: 'End run' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 puzzles solved');
  await expect(page.getByRole('link', { name: `Puzzle ${puzzle.id}` })).toBeVisible();
});

test('stored puzzles are solved without a server, and reported later', async ({ newcomer, server, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const page = await newcomer({ serviceWorkers: 'allow' });
  await train(page);
  const stored = (): Promise<Puzzle[]> =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('sumito.puzzles') ?? '[]') as { puzzle: Puzzle }[]).map(({ puzzle }) => puzzle));
  await expect.poll(async () => (await stored()).length).toBe(STORED);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) => {
      active?.addEventListener('statechange', () => (active.state === 'activated' ? resolve() : undefined));
    });
  });
  const puzzles = await stored();
  await page.goto('/puzzles/daily');
  await stage(page, 'asked', 0);
  await server.kill();
  // The whole page comes from the browser, and the puzzle of the day if it was open before.
  await page.reload();
  await stage(page, 'asked', 0);
  await page.goto('/puzzles');
  // The board moves down when the page shows the message.
  await page.getByText('Can’t reach the server.', { exact: false }).waitFor({ timeout: 30_000 });
  for (const puzzle of puzzles) {
    await stage(page, 'asked', 0);
    await solve(page, puzzle);
    await expect(page.getByText('You’re offline. Your result is saved on this device and will be sent later.')).toBeVisible();
    await page.getByRole('button', { name: 'Next puzzle' }).click();
  }
  await expect(page.getByText('You’re offline, and no saved puzzles are left.', { exact: false })).toBeVisible();
  await server.restart();
  // The page shows a puzzle as soon as it reaches the server, and sends the results.
  await stage(page, 'asked', 0);
  await expect(page.getByText(`Solved ${STORED} of ${STORED}.`)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('sumito.puzzle-reports'))).toBeNull();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download your attempts (NDJSON)' }).click();
  const attempts = await readFile(await (await downloading).path(), 'utf8');
  expect(attempts.trimEnd().split('\n').map((line) => (JSON.parse(line) as PuzzleAttempt).solved)).toEqual(puzzles.map(() => true));
});

test('the puzzle of the day is solved in a frame', async ({ newcomer }) => {
  const page = await newcomer();
  const puzzle = await dailyPuzzle(page);
  // The policy of other pages forbids frames on every page, also on the same site.
  await page.route('/frame', (route) => route.fulfill({ contentType: 'text/html', body: '<iframe src="/embed/puzzle" width="400" height="640"></iframe>' }));
  await page.goto('/frame');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/^(Black|White) to move$/);
  await expect(frame.getByRole('link', { name: 'Open on Sumito' })).toHaveAttribute('target', '_blank');
  await page.goto('/embed/puzzle');
  await stage(page, 'asked', 0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await solve(page, puzzle);
  await expect(page.getByRole('list', { name: 'Themes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'I like this puzzle' })).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`puzzles and runs pass the accessibility checks, ${colorScheme}`, async ({ newcomer }) => {
    const page = await newcomer({ colorScheme });
    const puzzle = await train(page);
    await clean(page);
    await new Table(page).playByClicks(wrongMove(puzzle));
    await stage(page, 'wrong', 0);
    await page.getByRole('button', { name: 'Hint' }).click();
    await clean(page);
    await solve(page, puzzle);
    await page.getByRole('button', { name: 'I like this puzzle' }).click();
    await clean(page);
    await page.goto('/puzzles/storm');
    await page.getByRole('button', { name: 'Start' }).click();
    await stage(page, 'asked', 0);
    await clean(page);
    await page.goto('/embed/puzzle');
    await stage(page, 'asked', 0);
    await clean(page);
  });
}

test('the board stays in place while the messages change', async ({ newcomer }) => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    const page = await newcomer({ viewport });
    const puzzle = await train(page);
    const places = (): Promise<unknown> =>
      page.evaluate(() => [...document.querySelectorAll('.game-table .board, .puzzle .actions')].map((each) => each.getBoundingClientRect().toJSON() as unknown));
    const before = await places();
    await fits(page);
    await new Table(page).playByClicks(wrongMove(puzzle));
    await stage(page, 'wrong', 0);
    expect(await places()).toEqual(before);
    await solve(page, puzzle);
    expect(await places()).toEqual(before);
    await fits(page);
  }
});
