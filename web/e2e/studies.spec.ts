import type { Page } from '@playwright/test';

import type { StudyDetail, StudyVisibility } from '../src/lib/base/protocol/types';
import { legalMoves } from '../src/lib/game/rules/legal';
import { moveText } from '../src/lib/game/rules/notation';
import { readPosition } from '../src/lib/game/rules/position-text';
import { look } from './checks';
import { account, PHONE } from './people';
import { Table } from './table';
import { expect, refused, test, UNREACHABLE } from './test';

/** The timeout of steps that wait for a reconnect. */
const LONG_MS = 60_000;

const START = 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0,0 0 0';

async function make(page: Page, name: string, visibility: StudyVisibility = 'unlisted'): Promise<StudyDetail> {
  const answer = await page.request.post('/api/v1/studies', { data: { name, visibility, from: { position: START, name: 'First' } } });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as StudyDetail;
}

async function read(page: Page, id: string): Promise<StudyDetail> {
  return (await (await page.request.get(`/api/v1/studies/${id}`)).json()) as StudyDetail;
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/study/${id}`);
  await page.getByRole('region', { name: 'Chapters' }).waitFor();
}

/** Lets users follow a player, who can then add them to studies. */
async function follow(name: string, ...pages: readonly Page[]): Promise<void> {
  for (const page of pages) expect((await page.request.put(`/api/v1/me/follows/${name}`)).status()).toBe(204);
}

/** Adds members by the dialog of the settings. */
async function invite(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of names) {
    await dialog.getByLabel('Player name').fill(name);
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByRole('link', { name }).waitFor();
  }
  await page.keyboard.press('Escape');
}

function moves(count: number): string[] {
  return legalMoves(readPosition('two', START)).filter(({ kind }) => kind === 'in-line').slice(0, count).map(moveText);
}

test('three users edit a study while the server is killed, and end with the same content', async ({ newcomer, server, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const pages = [await newcomer(), await newcomer(), await newcomer()];
  const [ada, ben, eve] = pages as [Page, Page, Page];
  for (const [index, page] of pages.entries()) await account(page, ['ada', 'ben', 'eve'][index] ?? '');
  const { id } = await make(ada, 'Daisies');
  await open(ada, id);
  await follow('ada', ben, eve);
  await invite(ada, 'ben', 'eve');
  await open(ben, id);
  await open(eve, id);
  await expect(ada.getByRole('list', { name: 'Here now' })).toContainText('ben');

  const [first, second, third] = legalMoves(readPosition('two', START)).filter(({ kind }) => kind === 'in-line');
  if (first === undefined || second === undefined || third === undefined) throw new Error('the start has moves');
  await new Table(ada).playByClicks(first);
  for (const page of pages) await page.locator('[data-path="0"]').waitFor();
  await expect(ben.getByText('All changes saved')).toBeVisible();

  await server.kill();
  // Without a server, each page shows its own edits and keeps them.
  await new Table(ben).playByClicks(second);
  await eve.getByLabel('Comment').fill('A quiet move');
  await eve.getByLabel('Comment').blur();
  await expect(ben.getByText('Saving…')).toBeVisible();
  await server.restart();
  for (const page of pages) await expect(page.getByText('All changes saved')).toBeVisible({ timeout: LONG_MS });
  for (const page of pages) await page.locator('[data-path="1"]').waitFor({ timeout: LONG_MS });
  await ada.keyboard.press('Home');
  await new Table(ada).playByClicks(third);
  for (const page of pages) await page.locator('[data-path="2"]').waitFor();
  await expect(ada.getByText('All changes saved')).toBeVisible();

  const { chapters } = await read(ada, id);
  const nodes = chapters[0]?.nodes ?? [];
  expect(nodes.map(({ move }) => move)).toEqual([undefined, ...[first, second, third].map(moveText)]);
  expect(nodes[0]?.comment).toBe('A quiet move');
  await ben.keyboard.press('Home');
  await expect(ben.getByLabel('Comment')).toHaveValue('A quiet move');
});

test('a user makes a study from a position, draws, and manages chapters', async ({ newcomer }) => {
  const page = await newcomer();
  await account(page, 'ada');
  await page.goto('/studies');
  await page.getByRole('button', { name: 'New study' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('My openings');
  await dialog.getByRole('button', { name: 'Create study' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My openings');
  await look(page);

  const [move = ''] = moves(1);
  const first = legalMoves(readPosition('two', START)).find((each) => moveText(each) === move);
  if (first !== undefined) await new Table(page).playByClicks(first);
  await page.locator('[data-path="0"]').waitFor();
  await page.getByLabel('Comment').fill('Solid');
  await page.getByLabel('Formation').fill('Wall');
  await page.getByLabel('Formation').blur();

  // A highlight by a click, an arrow by keys.
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.locator('[data-pad="e5"]').click();
  await page.locator('[data-pad="e5"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator('.shapes circle.ink')).toHaveCount(1);
  await expect(page.locator('.shapes path.ink')).toHaveCount(1);
  await look(page);

  await page.getByRole('button', { name: 'Add chapter' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByRole('radio', { name: 'Text', exact: true }).check();
  await adding.getByLabel('Text', { exact: true }).last().fill('[Chapter "Imported"]\n[Layout "standard"]\n\n1. a1b2 {Good} (1. a2b3) i5h5');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('[data-chapter][aria-current="page"]')).toContainText('Imported');
  await expect(page.locator('[data-path="1"]')).toHaveText('a2b3');
  await page.getByRole('button', { name: 'Move chapter up' }).click();
  await expect(page.locator('[data-chapter]').first()).toContainText('Imported');
  await expect(page.getByText('All changes saved')).toBeVisible();

  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const { chapters } = await read(page, id);
  expect(chapters.map(({ name }) => name)).toEqual(['Imported', 'Belgian daisy']);
  expect(chapters[1]?.nodes[1]).toMatchObject({ comment: 'Solid', formation: 'Wall', shapes: [{ color: 'green', from: 'e5' }, { color: 'green', from: 'e5', to: 'e6' }] });
});

test('a visitor reads a study on a phone, and a private one is hidden', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const [ada, visitor] = [await newcomer(), await newcomer(PHONE)];
  await account(ada, 'ada');
  const { id } = await make(ada, 'Open to all');
  await open(visitor, id);
  await expect(visitor.getByText('You can look around and try moves, but not save them.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Draw', exact: true })).toHaveCount(0);
  await look(visitor);
  await open(ada, id);
  await ada.getByRole('button', { name: 'Settings' }).click();
  await look(ada);
  await ada.getByRole('dialog').getByLabel('Who can see it').selectOption({ label: 'Members only' });
  await expect(visitor.getByText('This study was deleted, or you can no longer see it.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Study not found')).toBeVisible();

  // A player's page shows the public studies only.
  await make(ada, 'For everyone', 'public');
  await make(ada, 'By link');
  await visitor.goto('/players/ada');
  await expect(visitor.getByRole('link', { name: 'For everyone' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'By link' })).toHaveCount(0);
});

test('a user sets up a position and analyses it', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/analysis');
  await page.getByRole('link', { name: 'Set up a position' }).click();
  await page.getByRole('heading', { name: 'Set up a position' }).waitFor();
  await page.getByRole('button', { name: 'Clear board' }).click();
  await page.locator('[data-pad="e5"]').click();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.locator('[data-pad="e6"]').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('To move').selectOption({ label: 'White' });
  await look(page);
  await expect(page.getByText('5/6/7/8/4bw3/8/7/6/5 w 0,0 0 0')).toBeVisible();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(page.getByText('White to move')).toBeVisible();
});

test('a lesson becomes a study, whose chapters are practised', async ({ newcomer }) => {
  const page = await newcomer();
  await account(page, 'ada');
  await page.goto('/learn/pac?step=4');
  await page.getByRole('button', { name: 'Copy to a study' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pac: equal numbers');
  await page.getByRole('link', { name: 'Step 4 of 4' }).click();
  await page.getByRole('link', { name: 'Practise', exact: true }).click();
  const stage = page.locator('[data-stage]');
  await expect(stage).toHaveText('Find the move.');
  await expect(page.getByText('To break a pac, bring help.')).toBeVisible();
  await look(page);

  await page.locator('[data-cell="d4"]').click();
  await page.locator('[data-cell="e4"]').click();
  await expect(stage).toHaveText('That’s not the move. Try again.');
  await expect(stage).toHaveAttribute('data-ply', '0');
  await page.locator('[data-cell="c4"]').click();
  await page.locator('[data-cell="c3"]').click();
  await expect(stage).toHaveText('Right! Keep going.');
  await expect(stage).toHaveAttribute('data-ply', '2');
  await page.locator('[data-cell="c3"]').click();
  await page.locator('[data-cell="e5"]').click();
  await expect(stage).toHaveText('Well done, you found every move.');
  await expect(page.getByText('Two against one: the pac is broken.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the study' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
});
