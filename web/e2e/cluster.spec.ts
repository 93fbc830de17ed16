import type { Page } from '@playwright/test';
import { Balancer } from './balancer';
import { Nats } from './nats';
import { meet, moveAt, MOVES, playOn, type Pair } from './recorded';
import { Server } from './server';
import { Table } from './table';
import { expect, test, UNREACHABLE } from './test';
import { tile } from './tile';

// All servers share the database of the test command.
test.describe.configure({ mode: 'default' });

const UNSENT = 'good luck, and';

/** Starts a server of the cluster. All of them use the database of the test command. */
function node(nats: Nats): Promise<Server> {
  const database = process.env['SUMITO_TEST_POSTGRES_URL'];
  if (database === undefined) throw new Error('set SUMITO_TEST_POSTGRES_URL, as `cargo xtask test --only e2e` does');
  return Server.start({ SUMITO_DATABASE_URL: database, SUMITO_CLUSTER__NATS_URL: nats.address });
}

async function isConnected(page: Page): Promise<void> {
  await expect(page.locator('[data-connection="open"]')).toBeVisible();
}

/** Ends the server of both pages while White has a premove and an unsent line of chat, and plays on with the other server. */
async function moveOver({ black, white }: Pair, ply: number, end: () => Promise<void>): Promise<void> {
  const chat = white.getByRole('textbox', { name: 'Say something' });
  await new Table(black).hasTurn();
  await new Table(white).playByClicks(moveAt(ply + 1));
  await expect(white.locator('[data-premove]')).toHaveCount(1);
  await chat.fill(UNSENT);

  await end();
  await new Table(black).playByClicks(moveAt(ply));
  for (const page of [black, white]) {
    await new Table(page).shows(ply + 2, MOVES[ply + 1] ?? '');
    await isConnected(page);
  }
  await expect(chat).toHaveValue(UNSENT);
}

test('pages move over to another server when theirs is stopped or killed', async ({ newcomer, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const nats = await Nats.start();
  const [first, second] = [await node(nats), await node(nats)];
  const balancer = await Balancer.start(first.address);
  try {
    const elsewhere = { baseURL: balancer.address };
    const [black, white] = [await newcomer(elsewhere), await newcomer(elsewhere)];
    await meet(black, white);
    await white.getByRole('button', { name: /^Chat/ }).click();
    await playOn({ black, white }, 0, 4);
    await moveOver({ black, white }, 4, async () => {
      balancer.turn(second.address);
      await first.stop();
    });
    await first.restart();
    await moveOver({ black, white }, 6, async () => {
      balancer.turn(first.address);
      await second.kill();
    });
    await playOn({ black, white }, 8, 10);
  } finally {
    balancer.remove();
    await Promise.all([first.remove(), second.remove()]);
    nats.remove();
  }
});

test('a seek moves over to another server', async ({ newcomer, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const nats = await Nats.start();
  const [first, second] = [await node(nats), await node(nats)];
  const balancer = await Balancer.start(first.address);
  try {
    const seeker = await newcomer({ baseURL: balancer.address });
    await seeker.goto('/');
    await tile(seeker, '5 + 3').click();
    await seeker.locator('[data-seeking]').waitFor();
    balancer.turn(second.address);
    await first.kill();
    const other = await newcomer({ baseURL: second.address });
    await other.goto('/');
    await expect(tile(other, '5 + 3')).toContainText('1 waiting');
    await tile(other, '5 + 3').click();
    for (const page of [seeker, other]) await page.locator('[data-cell]').first().waitFor();
    expect(new URL(seeker.url()).pathname).toBe(new URL(other.url()).pathname);
  } finally {
    balancer.remove();
    await Promise.all([first.remove(), second.remove()]);
    nats.remove();
  }
});

test('pages say why a game between two servers is paused', async ({ newcomer, tolerate }) => {
  test.slow();
  tolerate(UNREACHABLE);
  const nats = await Nats.start();
  const [first, second] = [await node(nats), await node(nats)];
  try {
    const [black, white] = [await newcomer({ baseURL: first.address }), await newcomer({ baseURL: second.address })];
    await meet(black, white);
    await playOn({ black, white }, 0, 3);
    await nats.kill();
    await expect(white.getByText('The connection to this game’s server was lost.')).toBeVisible();
    await expect(black.getByText('The server of the player whose turn it is can’t be reached.')).toBeVisible();
    await nats.restart();
    await playOn({ black, white }, 3, 6);
  } finally {
    await Promise.all([first.remove(), second.remove()]);
    nats.remove();
  }
});
