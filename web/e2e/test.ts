import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { Server, type Settings } from './server';

interface Fixtures {
  settings: Settings;
  server: Server;
  /** Opens a page as somebody whom the server has not met. */
  newcomer: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Playwright's `test` with a server, and a page that fails the test when a script in it fails. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  server: async ({ settings }, use) => {
    const server = await Server.start(settings);
    await use(server);
    await server.remove();
  },
  newcomer: async ({ browser, server, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: Error[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.address, ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error));
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    if (faults.length > 0) throw new AggregateError(faults, 'scripts failed in the page');
  },
});

export { expect } from '@playwright/test';
