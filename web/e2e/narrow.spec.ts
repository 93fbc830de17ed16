import { isLanguage, LANGUAGES, type Language } from '../src/lib/base/i18n/languages';
import { clean, fits, settled, spills } from './checks';
import { finishGames } from './finished';
import { account, phone } from './people';
import { expect, refused, test, UNREACHABLE } from './test';
import type { BrowserContextOptions, Page } from '@playwright/test';

/** The width of the narrowest phone. */
const NARROW = phone(320, 568);

function speaking(language: Language): BrowserContextOptions {
  return { locale: `${language}-${language.toUpperCase()}` };
}

/** Checks that nothing is wider than the page, nor than its container. */
async function holds(page: Page, address: string): Promise<void> {
  await settled(page);
  await fits(page);
  expect(await spills(page), address).toEqual([]);
}

/** The address of a tournament that waits for its players. */
async function announced(page: Page): Promise<string> {
  const settings = {
    name: 'Vereinsmeisterschaft',
    form: { form: 'swiss', rounds: 5 },
    layout: 'standard',
    clock: { kind: 'fischer', initial_ms: 600_000, increment_ms: 5_000 },
    start: { kind: 'by_director' },
  };
  const answer = await page.request.post('/api/v1/tournaments', { data: { settings } });
  expect(answer.status()).toBe(201);
  return `/tournaments/${((await answer.json()) as { state: { id: string } }).state.id}`;
}

for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
  test(`every page fits the narrowest phone in ${language}`, async ({ newcomer, server, tolerate }) => {
    test.slow();
    // Pages that do not exist, and pages that need a role.
    tolerate(refused(401, 403, 404));
    const page = await newcomer({ ...NARROW, ...speaking(language) });
    await finishGames(page, 1);
    await page.goto('/games');
    const game = (await page.locator('[data-game] a').first().getAttribute('href')) ?? '';
    await account(page, 'Konstantynopolitan');
    await server.administer('role', 'Konstantynopolitan', 'admin');
    const tournament = await announced(page);
    const addresses = [
      ...['/', '/tv', '/new', '/games', game, '/players', '/players/Konstantynopolitan', '/clubs', '/messages', '/settings'],
      ...['/tournaments', '/tournaments/new', tournament, '/local', '/analysis', '/analysis?mode=four&layout=standard'],
      ...['/learn', '/learn/basics', '/rules', '/glossary', '/signup', '/login', '/recover', '/receipt', '/account', '/admin', '/transparency'],
      ...['/moderation', '/moderation?part=appeals', '/moderation?part=signals', '/moderation?part=players', '/moderation?part=tools'],
      ...['/imprint', '/privacy', '/terms'],
      ...['/puzzles', '/puzzles/daily', '/puzzles/streak', '/puzzles/storm', '/puzzles/00000000000', '/embed/puzzle'],
      ...['/nowhere', '/players/unknown', '/players/Konstantynopolitan/compare/unknown', '/?play=computer'],
      ...['/studies', '/study/00000000-0000-0000-0000-000000000000', '/analysis?mode=four&edit=1'],
    ];
    for (const address of addresses) {
      await page.goto(address);
      await page.locator('main h1, main h2, dialog h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      await holds(page, address);
    }
    // A waiting room of the guest, and then a game against computers.
    const made = await page.request.post('/api/v1/rooms', { data: { clock: { kind: 'none' } } });
    const { room } = (await made.json()) as { room: string };
    await page.goto(`/room/${room}`);
    await page.locator('main input[readonly]').waitFor();
    await holds(page, 'a room that waits');
    const against = await page.request.post('/api/v1/rooms', {
      data: { mode: 'four', clock: { kind: 'fischer', initial_ms: 600_000, increment_ms: 5_000 }, seat: 0, computers: [1, 2, 3].map((seat) => ({ level: 1, seat })) },
    });
    await page.goto(`/room/${((await against.json()) as { room: string }).room}`);
    await page.locator('[data-cell]').first().waitFor();
    await holds(page, 'a game of four');
    // Neither the clock nor the turn is wrapped or clipped.
    const lines = (each: Element): number => Math.round(each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).fontSize));
    for (const clock of await page.locator('.panel .clock').all()) expect(await clock.evaluate(lines)).toBeLessThan(2);
    expect(await page.locator('.status .turn').evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(1);
  });

  test(`the header holds a name and the state of the connection on one line in ${language}`, async ({ newcomer, server, tolerate }) => {
    tolerate(UNREACHABLE);
    const page = await newcomer({ ...speaking(language), viewport: { width: 1280, height: 800 } });
    await page.goto('/');
    await page.request.post('/api/v1/guests');
    const made = await page.request.post('/api/v1/rooms', { data: { clock: { kind: 'none' } } });
    expect(made.status()).toBe(201);
    await page.goto('/games');
    await page.locator('[data-connection="open"]').waitFor();
    await page.locator('header a.user').waitFor();
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await server.kill();
    await page.locator('[data-connection="lost"]').waitFor();
    const header = page.locator('header');
    for (const width of [1280, 1024, 940]) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page);
      const lines = await header.locator('a, .text').evaluateAll((all) =>
        all.flatMap((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 12)));
          return tops.size > 1 && each.querySelector('svg') === null ? [each.textContent] : [];
        }),
      );
      expect(lines, `${width}`).toEqual([]);
      const cut = await header.locator('nav a, .account a:not(.user)').evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
      expect(cut, `${width}`).toBe(0);
    }
    const user = page.locator('header a.user');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await user.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(1);
    // The text changes with each try to connect; a short one needs less room.
    const room = await header.locator('.state .text').evaluate((each) => ({ width: each.getBoundingClientRect().width, wanted: each.scrollWidth }));
    expect(room.width).toBeGreaterThan(Math.min(60, room.wanted - 1));
    await server.restart();
    await clean(page);
  });
}
