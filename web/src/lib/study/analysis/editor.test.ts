import { describe, expect, it } from 'vitest';

import { cellNamed, type Cell } from '$lib/game/rules/cell';
import { positionText } from '$lib/game/rules/position-text';

import { PositionEditor } from './editor.svelte';

function cell(name: string): Cell {
  const found = cellNamed(name);
  if (found === null) throw new Error(`no cell ${name}`);
  return found;
}

describe('the position editor', () => {
  it('places and removes marbles, and sets turn and captured marbles', () => {
    const editor = new PositionEditor(null);
    editor.clear();
    editor.paint(cell('e5'));
    editor.brush = 'white';
    editor.paint(cell('e6'));
    editor.setTurn('white');
    editor.setCaptured(0, 3);
    editor.setCaptured(1, 99);
    expect(positionText(editor.position)).toBe('5/6/7/8/4bw3/8/7/6/5 w 3,5 0 0');
    expect(editor.strokeAt(cell('e6'))).toBeNull();
    expect(editor.strokeAt(cell('e5'))).toBe('white');
    editor.paint(cell('e6'), editor.strokeAt(cell('e6')));
    expect(editor.position.board[cell('e6').index]).toBeNull();
  });

  it('begins another mode with its layout', () => {
    const editor = new PositionEditor(null);
    editor.brush = 'white';
    editor.setMode('four');
    expect(editor.position.board.filter((color) => color === 'red')).toHaveLength(9);
    expect(editor.position.captured).toHaveLength(2);
    editor.brush = 'red';
    editor.setMode('two');
    expect(editor.brush).toBe('black');
  });
});
