import type { Page } from '@playwright/test';

import { legalMoves } from '../src/lib/game/rules/legal';
import { moveText } from '../src/lib/game/rules/notation';
import { readPosition } from '../src/lib/game/rules/position-text';
import { clean, fits, look } from './checks';
import { PHONE } from './people';
import { Table } from './table';
import { expect, test } from './test';

/** White is to move and wins with e7e8. */
const LINE = 'w4/6/7/8/b5wwb/8/7/6/5 w 5,5 0 0';

/** Plays a move of the position on the board. */
async function play(page: Page, text: string): Promise<void> {
  const move = legalMoves(readPosition('two', LINE)).find((each) => moveText(each) === text);
  if (move === undefined) throw new Error(`${text} is no move there`);
  await new Table(page).playByClicks(move);
}

for (const options of [{}, PHONE]) {
  test(`a coach gives a hint in two steps, and warns after a mistake (${'viewport' in options ? 'phone' : 'desktop'})`, async ({ newcomer }) => {
    const page = await newcomer(options);
    await page.goto('/');
    await page.getByRole('button', { name: /^Change level/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Play the computer' });
    await dialog.getByRole('checkbox', { name: 'Play with a coach' }).check();
    await clean(page);
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    const coach = page.getByRole('region', { name: 'Coach' });
    await expect(coach).toContainText('Ask for a hint');

    // The same in a position in which a move decides the game.
    const data = { start_position: LINE, coach: true, seat: 1, computers: [{ level: 1 }], clock: { kind: 'none' }, visibility: 'private' };
    const made = await page.request.post('/api/v1/rooms', { data });
    const { room } = (await made.json()) as { room: string };
    await page.goto(`/room/${room}`);
    await coach.getByRole('button', { name: 'Hint' }).click();
    await expect(coach).toContainText('Move the highlighted marbles.');
    await expect(page.locator('.hint circle')).toHaveCount(1);
    await coach.getByRole('button', { name: 'Show the move' }).click();
    await expect(coach).toContainText('Play e7e8');
    await fits(page);

    await play(page, 'i5h5');
    await expect(coach).toContainText('gives away a forced win');
    await expect(page.locator('.hint circle')).toHaveCount(0);
    await look(page);
    await clean(page);
    await coach.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.locator('[data-ply="1"]')).toHaveCount(0);
    await play(page, 'e7e8');
    await expect(page.getByText('You won')).toBeVisible();
    await expect(coach).toHaveCount(0);
  });
}
