import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Line } from '$lib/game/table/line';
import type { GameModel } from '$lib/game/table/model';
import { View } from '$lib/game/table/view.svelte';
import { readPosition } from '$lib/game/rules/position-text';

import FormationPanel from './FormationPanel.svelte';
import { load } from './words';

const ROWS = '5/6/7/8/bbw6/8/7/6/5';
const NONE = { singles: [], pairs: [], lances: [], arcs: [], shields: [], multiples: [], blocks: [], dets: [], in_danger: [] };
const ANSWER = {
  mode: 'two',
  position: `${ROWS} b 0,0 0 0`,
  colors: [{ color: 'black', team: 0, ...NONE, pairs: [['e1', 'e2']] }],
  pacs: [],
  sumitos: [{ team: 0, direction: 'east', own: ['e1', 'e2'], opposing: ['e3'], open: true }],
};

function game(): GameModel {
  const line = Line.from(readPosition('two', `${ROWS} b 0,0 7 9`), []);
  return { mode: 'two', line, review: { ply: 0 } } as unknown as GameModel;
}

function pressed(name: RegExp): string | null {
  return screen.getByRole('button', { name }).getAttribute('aria-pressed');
}

describe('the panel of formations', () => {
  beforeEach(load);
  afterEach(() => vi.unstubAllGlobals());

  it('lists the formations that the server finds, and draws on the board until the panel closes', async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json(ANSWER)));
    vi.stubGlobal('fetch', fetch);
    const view = new View();
    const { unmount } = render(FormationPanel, { game: game(), view });
    expect(view.overlay).not.toBeNull();
    await screen.findByText('Sumito, 2 against 1: E1 E2 E3');
    const [[asked = ''] = []] = fetch.mock.calls as unknown as [string][];
    expect(Object.fromEntries(new URL(asked, 'http://server').searchParams)).toEqual({
      mode: 'two',
      position: `${ROWS} b 0,0 0 0`,
    });
    expect(pressed(/^Pair: 1$/)).toBe('false');
    await userEvent.click(screen.getByRole('button', { name: /^Pair/ }));
    await screen.findByText('Pair, Black: E1 E2');
    expect(pressed(/^Pair/)).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: /^Sumito/ }));
    expect(screen.queryByText(/^Sumito, 2/)).toBeNull();
    expect(fetch).toHaveBeenCalledOnce();
    unmount();
    expect(view.overlay).toBeNull();
  });

  it('shows that a request failed, and retries it', async () => {
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new TypeError('no network'))));
    render(FormationPanel, { game: game(), view: new View() });
    const alert = await screen.findByRole('alert');
    vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(Response.json(ANSWER))));
    await userEvent.click(alert.querySelector('button') ?? alert);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(pressed(/^Pair: 1$/)).not.toBeNull();
  });
});
