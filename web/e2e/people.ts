import type { Page } from '@playwright/test';

import { expect } from './test';

/** The password of every account. */
export const PASSWORD = 'correct horse battery';

/** The window size of a small phone. */
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** Makes an account for the browser of a page. */
export async function account(page: Page, name: string): Promise<void> {
  const answer = await page.request.post('/api/v1/accounts', { data: { name, password: PASSWORD } });
  expect(answer.status()).toBe(201);
}
