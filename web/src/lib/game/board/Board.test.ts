import { cleanup, render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import { marblesOf, moved } from './marble';
import type { Move } from '$lib/game/rules/move';
import { readMove } from '$lib/game/rules/notation';
import { isIllegal } from '$lib/game/rules/illegal';
import { readRows, startOf } from '$lib/game/rules/position-text';

const ROWS = '5/6/7/8/3bbbw2/8/7/6/5';
const MARBLES = marblesOf(readRows(ROWS));
const PUSH = legal('e4e5');

function legal(text: string): Move {
  const move = readMove(startOf('two', ROWS), text);
  if (isIllegal(move)) throw new Error(`${text} is ${move.reason}`);
  return move;
}

afterEach(cleanup);

describe('the board', () => {
  it('is an image for spectators', () => {
    render(Board, { marbles: MARBLES, label: 'A position' });
    expect(screen.getByRole('img', { name: 'A position' })).toBeDefined();
    expect(screen.queryAllByRole('gridcell')).toEqual([]);
  });

  it('lets spectators move the focus by keys, but not select marbles', async () => {
    const user = userEvent.setup();
    const onmove = vi.fn();
    render(Board, { marbles: MARBLES, label: 'A position', walkable: true, onmove });
    expect(screen.getByRole('grid', { name: 'A position' }).getAttribute('aria-readonly')).toBe('true');
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('White marble on E7');
    await user.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('aria-selected')).toBeNull();
    expect(onmove).not.toHaveBeenCalled();
  });

  it('lists its rows in screen order', () => {
    render(Board, { marbles: MARBLES, label: 'A position', walkable: true, rotation: 1 });
    const rows = screen.getAllByRole('row').map((row) => within(row).getAllByRole('gridcell'));
    expect(rows.map(({ length }) => length)).toEqual([5, 6, 7, 8, 9, 8, 7, 6, 5]);
    expect(rows[4]?.map((cell) => cell.getAttribute('data-cell'))).toContain('e5');
  });

  it('shows why a move is illegal, on the cell that causes it', async () => {
    const user = userEvent.setup();
    const position = startOf('two', ROWS);
    const { container } = render(Board, { marbles: MARBLES, label: 'A position', colors: ['black'], legal: [PUSH], position });
    await user.tab();
    await user.keyboard('{ArrowRight}{Enter}{ArrowRight}{Enter}');
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Pac: equal numbers, no push.'));
    expect(container.querySelector('[data-bubble="E7"]')).not.toBeNull();
    expect(screen.getByRole('gridcell', { name: /selected/ }).getAttribute('data-cell')).toBe('e6');
    await user.keyboard('{Escape}{Enter}');
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('That marble isn’t yours.'));
  });

  it('shows the given message to a player who may not move', async () => {
    const user = userEvent.setup();
    render(Board, { marbles: MARBLES, label: 'A position', colors: ['black'], locked: () => 'Not now.' });
    await user.tab();
    await user.keyboard('{Enter}');
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not now.'));
  });

  it('has 61 cells for a player, with one cell in the tab order', () => {
    render(Board, { marbles: MARBLES, label: 'A position', colors: ['black'] });
    const cells = within(screen.getByRole('grid', { name: 'A position' })).getAllByRole('gridcell');
    expect(cells).toHaveLength(61);
    expect(cells.filter((cell) => cell.getAttribute('tabindex') === '0')).toHaveLength(1);
    expect(screen.getByRole('gridcell', { name: 'White marble on E7' })).toBeDefined();
  });

  it('accepts moves by keys, and announces the effect of a key', async () => {
    const user = userEvent.setup();
    const onmove = vi.fn();
    render(Board, { marbles: MARBLES, label: 'A position', colors: ['black'], legal: [PUSH], onmove });
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Black marble on E5');
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(screen.getByRole('gridcell', { name: 'Black marble on E4, selected' })).toBe(document.activeElement);
    const target = screen.getByRole('gridcell', { name: 'White marble on E7, push it' });
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(target);
    await user.keyboard('{Enter}');
    expect(onmove).toHaveBeenCalledExactlyOnceWith(PUSH, 'key');
  });

  it('clears the selection on Escape and on the next turn', async () => {
    const user = userEvent.setup();
    const { rerender } = render(Board, { marbles: MARBLES, label: 'A position', colors: ['black'], legal: [PUSH] });
    await user.tab();
    await user.keyboard('{ArrowLeft}{Enter}{Escape}');
    expect(screen.queryByRole('gridcell', { name: /selected/ })).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('gridcell', { name: /selected/ })).not.toBeNull();
    await rerender({ marbles: moved(MARBLES, PUSH, 0), legal: [] });
    expect(screen.queryByRole('gridcell', { name: /selected/ })).toBeNull();
  });

  it('moves the focus in screen directions when it is rotated by 60 degrees', async () => {
    const user = userEvent.setup();
    render(Board, { marbles: MARBLES, label: 'A position', colors: ['black'], rotation: 1 });
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('data-cell')).toBe('d5');
  });

  it('shows the colours of marbles by shape, too', () => {
    const { container } = render(Board, { marbles: marblesOf(readRows('5/6/7/8/3bwry2/8/7/6/5')), label: 'A position' });
    const shapes = [...container.querySelectorAll('.marble')].map((marble) => marble.innerHTML.replace(/url\([^)]*\)/g, '').length);
    expect(new Set(shapes).size).toBe(3);
  });

  it('moves the focus in screen directions when it is rotated by 180 degrees', async () => {
    const user = userEvent.setup();
    render(Board, { marbles: MARBLES, label: 'A position', colors: ['white'], rotation: 3 });
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('data-cell')).toBe('e6');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.getAttribute('data-cell')).toMatch(/^a/);
  });
});
