import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Clock, MoveTiming } from '$lib/base/protocol/types';
import { startOf } from '$lib/game/rules/position-text';

import Ledger from './Ledger.svelte';
import { Line } from './line';
import type { GameModel } from './model';
import { Review } from './review.svelte';

const ROWS = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb';

const LEDGER = [
  { seat: 0, elapsed_ms: 4230, server_ms: 0, forgiven_ms: 80, free_ms: 0, added_ms: 2000 },
  { seat: 1, elapsed_ms: 83_400, server_ms: 3, forgiven_ms: 0, free_ms: 3000, added_ms: 0 },
];

beforeAll(() => {
  vi.stubGlobal('ResizeObserver', class {
    observe = (): void => undefined;
    disconnect = (): void => undefined;
  });
});

afterEach(cleanup);

function rows(clock: Clock, ledger: readonly MoveTiming[] = LEDGER): string[][] {
  render(Ledger, { game: gameWith(clock, ledger) });
  const text = ({ textContent }: HTMLElement): string => textContent.replace(/\s+/g, ' ').trim();
  return screen.getAllByRole('row').map((row) => [...within(row).queryAllByRole('rowheader'), ...within(row).queryAllByRole('cell')].map(text));
}

/** A game of two moves, with the times of these moves. */
function gameWith(clock: Clock, timings: readonly MoveTiming[]): GameModel {
  const line = Line.from(startOf('two', ROWS), ['a1b2', 'i5h5']);
  const review = new Review(() => line);
  const over = { seats: [], controls: [], near: 0, turn: null, playing: false, legal: [], play: () => undefined };
  return { mode: 'two', clock, line, review, timings, ...over };
}

describe('the ledger', () => {
  it('lists the added time and the network delay of each move', () => {
    expect(rows({ kind: 'fischer', initial_ms: 300_000, increment_ms: 2000 }).slice(1)).toEqual([
      ['1 Black a1b2', '4.2s', '0.1s', '2s'],
      ['2 White i5h5', '1:24', '0s', '0s'],
    ]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Move', 'Total', 'Network', 'Added']);
  });

  it('lists the server’s delay if it is noticeable', () => {
    const slow = LEDGER.map((timing) => ({ ...timing, server_ms: timing.seat === 1 ? 1250 : timing.server_ms }));
    expect(rows({ kind: 'sudden_death', initial_ms: 300_000 }, slow).slice(1)).toEqual([
      ['1 Black a1b2', '4.2s', '0s', '0.1s'],
      ['2 White i5h5', '1:24', '1.3s', '0s'],
    ]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Move', 'Total', 'Server', 'Network']);
  });

  it('lists the free time of a delay clock', () => {
    expect(rows({ kind: 'delay', initial_ms: 300_000, delay_ms: 3000 })[2]).toEqual(['2 White i5h5', '1:24', '0s', '3s']);
  });

  it('lists only the time of each move in a game without a time limit', () => {
    expect(rows({ kind: 'none' })[1]).toEqual(['1 Black a1b2', '4.2s']);
  });
});
