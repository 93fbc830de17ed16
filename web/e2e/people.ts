import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './test';

/** The password of everybody who has an account. */
export const PASSWORD = 'correct horse battery';

/** A small phone. */
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Makes an account for the browser of a page. */
export async function account(page: Page, name: string): Promise<void> {
  const answer = await page.request.post('/api/v1/accounts', { data: { name, password: PASSWORD } });
  expect(answer.status()).toBe(201);
}

/** Nothing sticks out of the page, and everybody can use it. */
export async function look(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(window);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}
