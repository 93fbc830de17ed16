import type { Page } from '@playwright/test';
import { meet, moveAt, MOVES, playOn } from './recorded';
import { Table } from './table';
import { expect, refused, test, UNREACHABLE } from './test';

interface Way {
  /** Closes every socket from now on. */
  cut(): void;
  /** Blocks the open socket in both directions, as if the server had vanished. */
  silence(): void;
  /** Allows sockets to open again. */
  mend(): void;
}

/** A page whose connection to the server the test can cut or block. */
async function wayOf(page: Page): Promise<Way> {
  let isCut = false;
  let close = (): void => undefined;
  let silence = (): void => undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isCut) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    let silent = false;
    socket.onMessage((message) => {
      if (!silent) server.send(message);
    });
    server.onMessage((message) => {
      if (!silent) socket.send(message);
    });
    silence = () => (silent = true);
    close = () => {
      void socket.close();
      void server.close();
    };
  });
  return {
    cut: () => {
      isCut = true;
      close();
    },
    silence: () => silence(),
    mend: () => (isCut = false),
  };
}

test('a resignation that was sent offline expires, and the page says so', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const [black, white] = [await newcomer(), await newcomer()];
  const way = await wayOf(black);
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  await new Table(black).shows(2, MOVES[1] ?? '');
  way.cut();
  await black.locator('[data-connection="lost"]').waitFor();
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('group', { name: /^Resign/ }).getByRole('button', { name: 'Resign' }).click();
  await expect(black.getByText('1 action not sent yet')).toBeVisible();
  await expect(black.getByText('You haven’t resigned: there’s no connection to the server.')).toBeVisible({ timeout: 15_000 });
  way.mend();
  await black.locator('[data-connection="open"]').waitFor();
  await playOn({ black, white }, 2, 4);
  await expect(white.getByRole('dialog')).toHaveCount(0);
});

test('a game that was created offline does not navigate away from another page', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const page = await newcomer();
  const way = await wayOf(page);
  await page.goto('/new');
  await page.locator('[data-connection="open"]').waitFor();
  way.cut();
  await page.locator('[data-connection="lost"]').waitFor();
  await page.getByRole('button', { name: 'Create game' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Games', exact: true }).click();
  await expect(page.getByText('The game wasn’t created: there’s no connection to the server.')).toBeVisible();
  way.mend();
  await page.locator('[data-connection="open"]').waitFor();
  await expect(page).toHaveURL(/\/games$/);
  await page.getByRole('banner').getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.locator('[data-room]')).toHaveCount(0);
});

test('after two seconds without an answer the connection and the clocks are marked uncertain', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE);
  const [black, white] = [await newcomer(), await newcomer()];
  const way = await wayOf(black);
  await meet(black, white);
  await playOn({ black, white }, 0, 2);
  await new Table(black).hasTurn();
  const uncertain = black.getByRole('timer', { name: /the server isn’t responding/ });
  await expect(uncertain).toHaveCount(0);
  way.silence();
  await expect(black.getByText('The server isn’t responding…')).toBeVisible();
  await expect(uncertain).toHaveCount(2);
  // The page keeps a move that the player makes in between, and sends it on the next connection.
  const move = MOVES[2] ?? '';
  await new Table(black).playByClicks(moveAt(2));
  await new Table(white).shows(3, move);
  await expect(uncertain).toHaveCount(0);
});

test('lists that fail to load say so, and can be loaded again', async ({ newcomer, tolerate }) => {
  tolerate(UNREACHABLE, refused(404));
  const page = await newcomer();
  let away = true;
  await page.route('**/api/v1/{layouts,games}**', (route) => (away ? route.abort('internetdisconnected') : route.continue()));
  await page.goto('/games');
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server.');
  away = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No finished games yet.')).toBeVisible();
  away = true;
  await page.goto('/games/01a1fcbd-7c22-70f2-9d8f-626d94c3cd2e');
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server.');
  away = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible();
});
