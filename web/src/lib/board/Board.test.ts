import { cleanup, render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { legalMoves } from '$lib/rules/legal';
import { moveText } from '$lib/rules/notation';
import { marblesOn } from '$lib/rules/position';
import { readRows, startOf } from '$lib/rules/position-text';
import Board from './Board.svelte';
import { marblesOf, moved } from './marble';

const START = startOf('two', '5/6/7/8/3bbbw2/8/7/6/5');
const MARBLES = marblesOf(marblesOn(START.board));
/** E4 pushes. */
const PUSH = legalMoves(START).filter((move) => moveText(move) === 'e4e5');

afterEach(cleanup);

describe('the board', () => {
  it('is a picture for those who watch', () => {
    render(Board, { marbles: MARBLES, label: 'A position' });
    expect(screen.getByRole('img', { name: 'A position' })).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('has 61 places for a player, one of them in the tab order', () => {
    render(Board, { marbles: MARBLES, label: 'A position', color: 'black' });
    const cells = within(screen.getByRole('group', { name: 'A position' })).getAllByRole('button');
    expect(cells).toHaveLength(61);
    expect(cells.filter((cell) => cell.getAttribute('tabindex') === '0')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'White marble on E7' })).toBeDefined();
  });

  it('is played by keys, and says what a key would do', async () => {
    const user = userEvent.setup();
    const onmove = vi.fn();
    render(Board, { marbles: MARBLES, label: 'A position', color: 'black', legal: PUSH, onmove });
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Black marble on E5');
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(screen.getByRole('button', { name: 'Black marble on E4, selected' })).toBe(document.activeElement);
    const target = screen.getByRole('button', { name: 'White marble on E7, push it' });
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(target);
    await user.keyboard('{Enter}');
    expect(onmove).toHaveBeenCalledExactlyOnceWith('e4e5');
  });

  it('puts the marbles down with Escape and with the next turn', async () => {
    const user = userEvent.setup();
    const { rerender } = render(Board, { marbles: MARBLES, label: 'A position', color: 'black', legal: PUSH });
    await user.tab();
    await user.keyboard('{ArrowLeft}{Enter}{Escape}');
    expect(screen.queryByRole('button', { name: /selected/ })).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: /selected/ })).not.toBeNull();
    await rerender({ marbles: PUSH.flatMap((move) => moved(MARBLES, move, 0)), legal: [] });
    expect(screen.queryByRole('button', { name: /selected/ })).toBeNull();
  });

  it('can be turned by a sixth: arrows and clicks follow', async () => {
    const user = userEvent.setup();
    render(Board, { marbles: MARBLES, label: 'A position', color: 'black', rotation: 1 });
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('data-cell')).toBe('d5');
  });

  it('tells all colours apart without colour', () => {
    const { container } = render(Board, { marbles: marblesOf(readRows('5/6/7/8/3bwry2/8/7/6/5')), label: 'A position' });
    const shapes = [...container.querySelectorAll('.marble')].map((marble) => marble.innerHTML.replace(/url\([^)]*\)/g, '').length);
    expect(new Set(shapes).size).toBe(3);
  });

  it('is walked over as it is seen: turned, left is right', async () => {
    const user = userEvent.setup();
    render(Board, { marbles: MARBLES, label: 'A position', color: 'white', rotation: 3 });
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('data-cell')).toBe('e6');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.getAttribute('data-cell')).toMatch(/^a/);
  });
});
