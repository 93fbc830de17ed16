import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';

import type { StudyBoard } from './board.svelte';
import NotePanel from './NotePanel.svelte';
import type { StudyPlace } from './state';

const MOVES = ['a1b2', 'i9h8'];

/** The board as the panel uses it, after a move that the server has not confirmed. */
function boardOf(): { board: StudyBoard; confirm: () => void; go: (ply: number) => void; comment: ReturnType<typeof vi.fn> } {
  const place = (id: number, comment = ''): StudyPlace => ({ id, parent: 0, move: 'a1b2', next: [], comment, shapes: [], formation: '' });
  let node = $state(-1);
  let ply = $state(1);
  const comment = vi.fn();
  const board = {
    get node() {
      return node;
    },
    get place() {
      return place(node, ply === 1 ? '' : 'Another position');
    },
    get path() {
      return MOVES.slice(0, ply);
    },
    movesTo: (path: readonly string[]) => [...path],
    comment,
    formation: vi.fn(),
  } as unknown as StudyBoard;
  return { board, confirm: () => (node = 3), go: (to) => ([node, ply] = [4, to]), comment };
}

it('keeps a text that is typed while the server confirms the move', async () => {
  const { board, confirm, go, comment } = boardOf();
  render(NotePanel, { board, editable: true });
  const field = screen.getAllByRole('textbox')[0] as HTMLTextAreaElement;
  await fireEvent.input(field, { target: { value: 'Solid' } });
  confirm();
  flushSync();
  expect(field.value).toBe('Solid');
  await fireEvent.blur(field);
  expect(comment).toHaveBeenCalledWith('Solid');
  go(2);
  flushSync();
  expect(field.value).toBe('Another position');
});
