import type { Page } from '@playwright/test';

/** Opens the menu of the bar above the moves. */
export async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
}

/** Chooses a tool from the menu of the bar above the moves. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await openTools(page);
  await page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true })).click();
}
