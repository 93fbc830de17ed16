import { describe, expect, it } from 'vitest';

import { VIEW } from '$lib/game/board/outline';
import { CELLS, cellNamed, type Cell } from '$lib/game/rules/cell';

import { cutAround } from './cut';

function cells(...names: string[]): Cell[] {
  return names.map(cellNamed).filter((cell) => cell !== null);
}

describe('the shown part of the board', () => {
  it('has the proportions of the board, lies within it, and contains the cells', () => {
    for (const rotation of [0, 2, 5]) {
      for (const cell of CELLS) {
        const [x = 0, y = 0, width = 0, height = 0] = (cutAround([cell], rotation) ?? '').split(' ').map(Number);
        expect(width / height).toBeCloseTo(VIEW.width / VIEW.height, 2);
        expect([x >= VIEW.x - 0.001, y >= VIEW.y - 0.001]).toEqual([true, true]);
        expect([x + width <= VIEW.x + VIEW.width + 0.001, y + height <= VIEW.y + VIEW.height + 0.001]).toEqual([true, true]);
      }
    }
    expect(cutAround(cells('e5'), 0)).toMatch(/^-2\.\d+ -2\.\d+ /);
  });

  it('is null if the cells span the whole board, or if there are no cells', () => {
    expect(cutAround(cells('a1', 'i9'), 0)).toBeNull();
    expect(cutAround([], 0)).toBeNull();
  });
});
