import { isLanguage, LANGUAGES, type Language } from '../src/lib/base/i18n/languages';
import { CLOCK, create, everyAddress } from './addresses';
import { clean, damaged, fits, look, settled, spills } from './checks';
import { phone } from './people';
import { expect, refused, test, UNREACHABLE } from './test';
import type { BrowserContextOptions, Page } from '@playwright/test';

/** The width of the narrowest phone. */
const NARROW = phone(320, 568);

/** The text of a player's panel next to a board is cut where two panels share the narrowest phone. */
const ENDING = '[data-color]';

function speaking(language: Language): BrowserContextOptions {
  return { locale: `${language}-${language.toUpperCase()}` };
}

/** Checks that nothing is wider than the page, nor than its container, and that the page has no accessibility violations. */
async function holds(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await settled(page);
    await look(page);
    expect(await spills(page)).toEqual([]);
    expect(await damaged(page, ENDING), address).toEqual([]);
  });
}

for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
  test(`every page fits the narrowest phone in ${language}`, async ({ newcomer, server, tolerate }) => {
    test.slow();
    // Pages that do not exist, that need a role, or that an app did not ask for.
    tolerate(refused(400, 401, 403, 404));
    const page = await newcomer({ ...NARROW, ...speaking(language) });
    const addresses = await everyAddress(page, server);
    for (const address of Object.values(addresses).flat()) {
      await page.goto(address);
      await page.locator('main h1, main h2, dialog h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      await holds(page, address);
    }
    // A waiting room, and then a game against computers.
    const waiting = (await create(page, '/rooms', { clock: { kind: 'none' } })) as { room: string };
    await page.goto(`/room/${waiting.room}`);
    await page.locator('main input[readonly]').waitFor();
    await holds(page, 'a room that waits');
    const computers = [1, 2, 3].map((seat) => ({ level: 1, seat }));
    const running = (await create(page, '/rooms', { mode: 'four', clock: CLOCK, seat: 0, computers })) as { room: string };
    await page.goto(`/room/${running.room}`);
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
