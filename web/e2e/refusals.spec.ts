import { moveAt, meet, MOVES, playOn } from './recorded';
import { Table } from './table';
import { expect, refused, test } from './test';

test('a room that does not exist', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const page = await newcomer();
  for (const id of ['zzzzzzzzzzzz', 'nonsense']) {
    await page.goto(`/room/${id}`);
    await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to the lobby' }).click();
  await expect(page.getByRole('heading', { name: 'Open games' })).toBeVisible();
});

test('a refused list of games can be loaded again', async ({ newcomer }) => {
  const page = await newcomer();
  let refused = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const command = JSON.parse(String(message)) as { type: string; id?: string; lobby?: string };
      if (refused || command.type !== 'subscribe' || command.lobby === undefined) {
        server.send(message);
        return;
      }
      refused = true;
      socket.send(JSON.stringify({ type: 'error', id: command.id, code: 'forbidden', message: 'no' }));
    });
  });
  await page.goto('/');
  const alert = page.getByRole('alert').filter({ hasText: 'You don’t have permission to do that.' });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No open games.')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a finished game that does not exist', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const page = await newcomer();
  for (const id of ['01a1fcbd-7c22-70f2-9d8f-626d94c3cd2e', 'nonsense']) {
    await page.goto(`/games/${id}`);
    await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible();
  }
});

test('a finished private game of other players', async ({ newcomer, tolerate }) => {
  tolerate(refused(404));
  const [black, white, stranger] = [await newcomer(), await newcomer(), await newcomer()];
  await meet(black, white, { visibility: 'Anyone with the link' });
  await playOn({ black, white }, 0, 2);
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('dialog').getByRole('link', { name: 'Review game' }).click();
  await expect(white).toHaveURL(/\/games\/[^/]+$/);
  await white.locator('[data-ply="2"]').waitFor();
  await stranger.goto(white.url());
  await expect(stranger.getByRole('heading', { name: 'Game not found' })).toBeVisible();
  await stranger.getByRole('banner').getByRole('link', { name: 'Games', exact: true }).click();
  await expect(stranger.getByText('No finished games yet.')).toBeVisible();
});

test('a room that its maker closed', async ({ newcomer }) => {
  const [maker, visitor] = [await newcomer(), await newcomer()];
  await maker.goto('/new');
  await maker.getByRole('button', { name: 'Create game' }).click();
  await maker.getByLabel('Link to this game').waitFor();
  await visitor.goto(maker.url());
  await visitor.getByRole('button', { name: 'Join game' }).waitFor();
  await maker.getByRole('button', { name: 'Cancel game' }).click();
  for (const page of [maker, visitor]) {
    await expect(page.getByRole('heading', { name: 'Game cancelled' })).toBeVisible();
  }
});

test('a move that the server refuses is undone, with the reason', async ({ newcomer }) => {
  const [black, white] = [await newcomer(), await newcomer()];
  // The page offers only legal moves, so the test replaces the sent move by a move of two marbles over the edge.
  await black.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(String(message).replace('"move":"a2b3"', '"move":"b2a1"')));
  });
  await meet(black, white);
  const table = new Table(black);
  expect(MOVES[0]).toBe('a2b3');
  await table.playByClicks(moveAt(0));
  await expect(black.getByText('You can’t move your own marbles off the board.')).toBeVisible();
  await expect(black.locator('[data-ply="1"]')).toHaveCount(0);
  await table.hasTurn();
  await expect(black.locator('[data-cell="a2"]')).toHaveAccessibleName('Black marble on A2');
});
