import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { Server, type Settings } from './server';

interface Fixtures {
  settings: Settings;
  server: Server;
  /** Console errors and warnings of the browser that the test provokes. Anything else fails the test. */
  tolerate: (...complaints: readonly RegExp[]) => void;
  /** Opens a page as a visitor without a session. */
  newcomer: (options?: BrowserContextOptions) => Promise<Page>;
}

/** The browser's console message for a request that the server refuses. */
export function refused(...statuses: readonly number[]): RegExp {
  return new RegExp(`the server responded with a status of (${statuses.join('|')}) `);
}

/** The same for requests to one address only: `/sessions`. */
export function refusedAt(path: string, ...statuses: readonly number[]): RegExp {
  return new RegExp(`${refused(...statuses).source}.*/api/v1${path}(\\?.*)?\\)$`);
}

/**
 * The console messages while the server is unreachable. If sockets fail, the page requests the reason over HTTP, which also fails.
 * The browser checks for a newer service worker automatically.
 */
export const UNREACHABLE = /net::ERR_|^error: WebSocket connection to |status of 400 .*\/ws\)$|error occurred when fetching the script/;

/** A page drops a socket that does not connect in time, for example on a busy machine or if a test moves the clock on. */
const GIVEN_UP = /WebSocket is closed before the connection is established/;

/** Pages register their service worker, which only tests of its work allow. */
const NO_SERVICE_WORKER = /Service Worker registration blocked by Playwright/;

/** Playwright's `test` with a server, and pages that fail the test on a script error or a console message. */
export const test = base.extend<Fixtures & { tolerated: RegExp[] }>({
  settings: [{}, { option: true }],
  server: async ({ settings }, use) => {
    const server = await Server.start(settings);
    await use(server);
    await server.remove();
  },
  tolerated: async ({}, use) => use([]),
  tolerate: async ({ tolerated }, use) => use((...complaints) => void tolerated.push(...complaints)),
  newcomer: async ({ browser, server, contextOptions, tolerated }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: Error[] = [];
    const complaints: string[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.address, ...options });
      contexts.push(context);
      context.on('weberror', (error) => faults.push(error.error()));
      context.on('console', (message) => {
        const type = message.type();
        if (type === 'error' || type === 'warning') complaints.push(`${type}: ${message.text()} (${message.location().url})`);
      });
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    if (faults.length > 0) throw new AggregateError(faults, 'scripts failed in the page');
    const unexpected = complaints.filter((complaint) => ![GIVEN_UP, NO_SERVICE_WORKER, ...tolerated].some((each) => each.test(complaint)));
    if (unexpected.length > 0) throw new Error(`the browser complained:\n${unexpected.join('\n')}`);
  },
});

export { expect } from '@playwright/test';
