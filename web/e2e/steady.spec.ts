import type { Page } from '@playwright/test';

import { everyAddress } from './addresses';
import { phone } from './people';
import { expect, refused, test } from './test';

/** The largest sum of the layout shifts of a page while it loads. */
const MAX = 0.02;

/** The tests that share the pages, and the pages that load at a time in each: a slowed page waits most of the time. */
const PARTS = [0, 1];
const AT_ONCE = 3;

/** The loading of a page. */
interface Loading {
  /** The sum of the layout shifts. */
  shifts: number;
  /** The moved elements, for the report. */
  readonly moved: string[];
  /** The frames after the first paint in which the upper half of the window had neither a text below the header nor a board. */
  empty: number;
}

declare global {
  interface Window {
    loading: Loading;
  }

  interface PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  }
}

/** Runs in the page before its scripts. */
function watch(): void {
  const loading: Loading = { shifts: 0, moved: [], empty: 0 };
  window.loading = loading;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      loading.shifts += value;
      const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : (node?.nodeValue ?? 'removed')).slice(0, 80));
      if (value > 0.001) loading.moved.push(`${value.toFixed(3)} ${nodes.join(' … ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const range = document.createRange();
  const speaks = (): boolean => {
    if (document.querySelector('[data-cell]') !== null) return true;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if ((text.nodeValue ?? '').trim() === '' || text.parentElement?.closest('header, [role="banner"], footer')) continue;
      range.selectNodeContents(text);
      const { top, bottom, width } = range.getBoundingClientRect();
      if (width > 1 && bottom > 0 && top < innerHeight / 2) return true;
    }
    return false;
  };
  const look = (): void => {
    if (performance.getEntriesByName('first-contentful-paint').length > 0 && !speaks()) loading.empty += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Makes a page as slow as on a cheap phone and a slow line. */
async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = 1_600_000 / 8;
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 50, downloadThroughput: throughput, uploadThroughput: throughput });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Loads pages with a slow line, some at a time, and returns those that move or are empty for a while. */
async function unsteady(addresses: readonly string[], open: () => Promise<Page>): Promise<readonly string[]> {
  const left = [...addresses];
  const faults: string[] = [];
  const loadNext = async (): Promise<void> => {
    const address = left.shift();
    if (address === undefined) return;
    // A new context has no files of an earlier page.
    const page = await open();
    await page.addInitScript(watch);
    await slow(page);
    await page.goto(address);
    await page.locator('main h1, main h2, dialog h2').first().waitFor({ timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    const { shifts, moved, empty } = await page.evaluate(() => window.loading);
    if (shifts > MAX) faults.push(`${address} moves by ${shifts.toFixed(3)}: ${moved.join('; ')}`);
    if (empty > 0) faults.push(`${address} is empty for ${empty} frames`);
    await page.context().close();
    await loadNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loadNext));
  return faults;
}

for (const part of PARTS) {
  test(`no page moves or is empty while it loads for the first time on a slow line (${part + 1} of ${PARTS.length})`, async ({ newcomer, server, tolerate }) => {
    test.slow();
    // Pages that do not exist, or that an app did not ask for.
    tolerate(refused(400, 401, 403, 404));
    const maker = await newcomer();
    const addresses = await everyAddress(maker, server);
    // One of each page, the pages of a player and of a club, and the views of a tournament, which load in two steps.
    const first = Object.values(addresses).flatMap(([first]) => first ?? []);
    const all = [...first, ...[addresses.players, addresses.clubs].flatMap(([, one]) => one ?? []), ...addresses.tournament.slice(1)];
    const storageState = await maker.context().storageState();
    const own = all.filter((_, index) => index % PARTS.length === part);
    expect(await unsteady(own, () => newcomer({ ...phone(390, 844), storageState }))).toEqual([]);
  });
}

test('no page of two columns moves while it loads on a slow line', async ({ newcomer, server, tolerate }) => {
  test.slow();
  tolerate(refused(400, 401, 403, 404));
  const maker = await newcomer();
  const { home, players, clubs, tournament, account, admin } = await everyAddress(maker, server);
  // The home page learns for the next visit that the user is a member.
  await maker.goto('/');
  await maker.getByText('Friends online').waitFor();
  const storageState = await maker.context().storageState();
  const pages = [home[0], players[0], players[1], clubs[1], tournament[0], account[0], admin[0]].flatMap((address) => address ?? []);
  expect(await unsteady(pages, () => newcomer({ viewport: { width: 1440, height: 900 }, storageState }))).toEqual([]);
});
