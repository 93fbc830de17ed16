import { meet, MOVES, playOn } from './recorded';
import { expect, test } from './test';
import { chooseTool } from './tools';

test('two browsers play a whole game and find it in the history', async ({ newcomer }) => {
  const black = await newcomer();
  const white = await newcomer();
  await meet(black, white);
  await playOn({ black, white }, 0, MOVES.length);

  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You lost');
  const result = white.getByRole('dialog');
  await expect(result.getByRole('heading')).toHaveText('You won');
  await expect(result).toContainText('Marbles pushed off: Black 0, White 6');
  await expect(result).toContainText('pushed off six marbles.');

  await result.getByRole('link', { name: 'Review game' }).click();
  await expect(white).toHaveURL(/\/games\/[^/]+$/);
  const replay = white.url();

  await black.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await black.getByRole('link', { name: 'Games', exact: true }).click();
  const row = black.locator('[data-game]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('0 : 6');
  await expect(row).toContainText('48 moves');
  await row.getByRole('link').click();
  await expect(black).toHaveURL(replay);

  const current = black.locator('[data-ply][aria-current="step"], [data-ply] [aria-current="step"]');
  const board = black.getByRole('grid', { name: /^Board\./ });
  await expect(current).toHaveText(MOVES.at(-1) ?? '');
  await expect(board).toHaveAccessibleName('Board. Marbles: Black 8, White 14.');
  await black.keyboard.press('Home');
  await expect(current).toHaveCount(0);
  await expect(board).toHaveAccessibleName('Board. Marbles: Black 14, White 14.');
  await black.keyboard.press('ArrowRight');
  await expect(current).toHaveText(MOVES[0] ?? '');
  await black.getByRole('button', { name: 'Go to end' }).click();
  await black.keyboard.press('ArrowLeft');
  await expect(current).toHaveText(MOVES.at(-2) ?? '');
  await expect(board).toHaveAccessibleName('Board. Marbles: Black 9, White 14.');

  await chooseTool(black, 'Time per move');
  const times = black.getByRole('region', { name: 'Time per move' }).getByRole('row');
  await expect(times).toHaveCount(MOVES.length + 1);
  await expect(times.last()).toContainText(MOVES.at(-1) ?? '');
  await expect(current).toContainText(MOVES.at(-2) ?? '');
});

test('the name beside the board leads to the player’s games, with their results', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  const opponent = black.locator('[data-color="white"]');
  await expect(opponent.getByRole('link')).toHaveCount(0);
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const name = (await opponent.getByRole('link').textContent()) ?? '';
  await opponent.getByRole('link').click();
  await expect(black.getByRole('heading', { name: `${name}’s games` })).toBeVisible();
  await expect(black.locator('[data-game]')).toHaveCount(1);
  const results = black.getByRole('table', { name: 'Results' }).getByRole('row');
  // The server updates the counts shortly after the end of a game.
  await expect(async () => {
    await black.reload();
    await expect(results).toHaveText([/Players/, /Two players\s*1\s*1\s*0\s*0/]);
  }).toPass();

  // The link with the player's name leads to the player's games.
  await white.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await white.getByRole('banner').getByRole('link', { name }).click();
  await expect(white.getByRole('heading', { name: `${name}’s games` })).toBeVisible();
  await expect(white.locator('[data-game]')).toHaveCount(1);
  await white.getByRole('link', { name: 'Games', exact: true }).click();
  await expect(white.getByRole('heading', { level: 1 })).toHaveText('Games');
});

test('a player and a spectator look back, and stay there while the game goes on', async ({ newcomer }) => {
  const [black, white, passer] = [await newcomer(), await newcomer(), await newcomer()];
  const link = await meet(black, white);
  await passer.goto(link);
  await playOn({ black, white }, 0, 3);
  await passer.locator('[data-ply="2"]').click();
  await black.getByRole('button', { name: 'Go to start' }).click();
  await expect(black.locator('[aria-current="step"]')).toHaveCount(0);
  await playOn({ black, white }, 3, 4);
  await expect(passer.getByText('viewing move 2 of 4')).toBeVisible();
  await expect(passer.locator('[aria-current="step"]')).toHaveText(MOVES[1] ?? '');
  await expect(black.getByText('viewing move 0 of 4')).toBeVisible();
  await expect(black.locator('[aria-current="step"]')).toHaveCount(0);
  for (const page of [black, passer]) {
    await page.getByRole('button', { name: 'To the newest move' }).click();
    await expect(page.locator('[aria-current="step"]')).toHaveText(MOVES[3] ?? '');
  }
  // A reader at the newest move sees the next one.
  await playOn({ black, white }, 4, 5);
  await expect(passer.locator('[aria-current="step"]')).toHaveText(MOVES[4] ?? '');
});

test('a third person finds the game in the lobby and watches it', async ({ newcomer }) => {
  const [black, white, passer] = [await newcomer(), await newcomer(), await newcomer()];
  await passer.goto('/');
  await expect(passer.getByText('No public games right now.')).toBeVisible();
  await meet(black, white);
  await passer.getByRole('link', { name: /^Watch / }).click();
  await expect(passer.getByText('You’re watching')).toBeVisible();
  await playOn({ black, white }, 0, 2);
  await expect(passer.locator('[data-ply="2"]')).toHaveText(MOVES[1] ?? '');
  await expect(passer.locator('[data-cell][aria-selected]')).toHaveCount(0);
});

test('an open game in the lobby is joined with one click', async ({ newcomer }) => {
  const [maker, joiner] = [await newcomer(), await newcomer()];
  await joiner.goto('/');
  await maker.goto('/new');
  await maker.getByRole('radio', { name: 'White' }).check();
  await maker.getByRole('button', { name: 'Create game' }).click();
  await joiner.getByRole('button', { name: /^Join .* as Black$/ }).click();
  await expect(joiner).toHaveTitle(/^Your turn/);
  await expect(maker.locator('[data-color="white"]')).toContainText('you');
});

test('a draw is offered, declined, offered again and accepted', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  await black.getByRole('button', { name: 'Offer draw' }).click();
  await black.getByRole('group', { name: /^Offer a draw/ }).getByRole('button', { name: 'Offer draw' }).click();
  await expect(black.getByRole('button', { name: 'Draw offered' })).toBeDisabled();
  await white.getByRole('button', { name: 'Decline' }).click();
  await expect(black.getByRole('button', { name: 'Offer draw' })).toBeEnabled();
  await playOn({ black, white }, 2, 3);
  await white.getByRole('button', { name: 'Offer draw' }).click();
  await white.getByRole('group', { name: /^Offer a draw/ }).getByRole('button', { name: 'Offer draw' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  for (const page of [black, white]) {
    await expect(page.getByRole('dialog').getByRole('heading')).toHaveText('Draw');
    await expect(page.getByRole('dialog')).toContainText('Both players agreed to a draw.');
  }
});

test('a game is resigned after confirmation', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('button', { name: 'Keep playing' }).click();
  await expect(white.getByRole('dialog')).toHaveCount(0);
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('You won');
  await expect(white.getByRole('dialog').getByRole('heading')).toHaveText('You lost');
});

test('a game is aborted before the first moves', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  await meet(black, white);
  await playOn({ black, white }, 0, 1);
  await white.getByRole('button', { name: 'Abort' }).click();
  await white.getByRole('group', { name: /^Abort/ }).getByRole('button', { name: /^Abort/ }).click();
  await expect(black.getByRole('dialog').getByRole('heading')).toHaveText('Game aborted');
});
