import type { Page } from '@playwright/test';

import type { Page as Name } from '../src/lib/base/router/routes';
import { finishGames } from './finished';
import { account } from './people';
import type { Server } from './server';
import { expect } from './test';

export const CLOCK = { kind: 'fischer', initial_ms: 600_000, increment_ms: 5_000 };

/** A name as long as a name may be. */
export const LONG_NAME = 'Konstantynopolitanka';

/** Settings of a tournament that waits for its players. */
const SETTINGS = {
  name: 'Vereinsmeisterschaft',
  form: { form: 'swiss', rounds: 5 },
  layout: 'standard',
  clock: CLOCK,
  start: { kind: 'by_director' },
};

/** Creates something of the user, and returns the answer. */
export async function create(page: Page, path: string, data: object): Promise<unknown> {
  const answer = await page.request.post(`/api/v1${path}`, { data });
  expect(answer.status(), path).toBe(201);
  return answer.json();
}

/** Logs in an administrator with a long name who has something of each kind. Returns the addresses of all pages but rooms. */
export async function everyAddress(page: Page, server: Server): Promise<Readonly<Record<Exclude<Name, 'room'>, readonly string[]>>> {
  await finishGames(page, 1);
  await page.goto('/games');
  const game = (await page.locator('[data-game] a').first().getAttribute('href')) ?? '';
  await account(page, LONG_NAME);
  await server.administer('role', LONG_NAME, 'admin');
  const { state } = (await create(page, '/tournaments', { settings: SETTINGS })) as { state: { id: string } };
  const tournament = `/tournaments/${state.id}`;
  const { club } = (await create(page, '/clubs', { name: 'Rzeszowskie Abalone' })) as { club: { id: string } };
  const study = (await create(page, '/studies', { name: 'How games are won', visibility: 'public', from: { game: game.replace('/games/', '') } })) as { id: string };
  // A page without an address here does not compile.
  return {
    home: ['/', '/?play=computer'],
    new: ['/new'],
    tv: ['/tv'],
    games: ['/games'],
    game: [game],
    players: ['/players', `/players/${LONG_NAME}`, '/players/unknown'],
    bots: ['/bots'],
    compare: [`/players/${LONG_NAME}/compare/unknown`],
    clubs: ['/clubs', `/clubs/${club.id}`],
    messages: ['/messages'],
    settings: ['/settings'],
    tournaments: ['/tournaments'],
    newTournament: ['/tournaments/new'],
    tournament: ['', '/hall', '/screen', '/sheet'].map((view) => tournament + view),
    local: ['/local'],
    analysis: ['/analysis', '/analysis?mode=four&layout=standard', '/analysis?mode=four&edit=1'],
    learn: ['/learn'],
    lesson: ['/learn/basics'],
    rules: ['/rules'],
    glossary: ['/glossary'],
    puzzles: ['/puzzles', '/puzzles/daily', '/puzzles/streak', '/puzzles/storm', '/puzzles/00000000000'],
    studies: ['/studies'],
    study: [`/study/${study.id}`, '/study/00000000-0000-0000-0000-000000000000'],
    signUp: ['/signup'],
    logIn: ['/login'],
    recover: ['/recover'],
    receipt: ['/receipt'],
    imprint: ['/imprint'],
    privacy: ['/privacy'],
    terms: ['/terms'],
    account: ['/account'],
    authorize: ['/oauth/authorize'],
    device: ['/device'],
    moderation: ['', '?part=appeals', '?part=signals', '?part=players', '?part=tools'].map((part) => `/moderation${part}`),
    transparency: ['/transparency'],
    admin: ['/admin'],
    embed: [game.replace('/games/', '/embed/game/')],
    embeddedPuzzle: ['/embed/puzzle'],
    unknown: ['/nowhere'],
  };
}
