import type { Page } from '@playwright/test';

import { expect } from './test';

/** The password of every account. */
export const PASSWORD = 'correct horse battery';

/** A phone whose window has this size in CSS pixels. */
export function phone(width: number, height: number) {
  return { viewport: { width, height }, hasTouch: true, isMobile: true };
}

/** A small phone. */
export const PHONE = phone(360, 740);

/** Makes an account for the browser of a page. */
export async function account(page: Page, name: string): Promise<void> {
  const answer = await page.request.post('/api/v1/accounts', { data: { name, password: PASSWORD } });
  expect(answer.status()).toBe(201);
}
