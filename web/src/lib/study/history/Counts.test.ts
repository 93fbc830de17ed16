import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import Counts from './Counts.svelte';
import { load } from './words';

await load();

afterEach(cleanup);

function text({ textContent }: HTMLElement): string {
  return textContent.trim();
}

describe('the table of a player’s results', () => {
  it('has a row for each mode in which the player has finished a game', () => {
    render(Counts, {
      modes: [
        { mode: 'two', games: 1240, won: 700, drawn: 40, lost: 500 },
        { mode: 'four-consecutive', games: 3, won: 1, drawn: 0, lost: 2 },
      ],
    });
    expect(screen.getAllByRole('columnheader').map(text)).toEqual(['Players', 'Games', 'Won', 'Drawn', 'Lost']);
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows.map((row) => [...within(row).getAllByRole('rowheader'), ...within(row).getAllByRole('cell')].map(text))).toEqual([
      ['Two players', '1,240', '700', '40', '500'],
      ['Four players, team by team', '3', '1', '0', '2'],
    ]);
  });
});
