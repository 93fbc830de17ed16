import type { Locator, Page } from '@playwright/test';

/** The button of the home page that seeks a game with this clock. */
export function tile(page: Page, clock: string): Locator {
  return page.locator(`button[data-clock="${clock}"]`);
}
