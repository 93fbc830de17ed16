import { describe, expect, it } from 'vitest';
import { CELLS, cellNamed } from './cell';
import { DIRECTIONS, opposite, step, way } from './direction';

function cell(name: string) {
  const found = cellNamed(name);
  if (found === null) throw new Error(`there is no ${name}`);
  return found;
}

describe('cells', () => {
  it('are the 61 cells of the rulebook', () => {
    const rows = [...'abcdefghi'].map((letter) =>
      CELLS.filter(({ name }) => name.startsWith(letter)).map(({ number }) => number),
    );
    expect(rows.map((numbers) => [numbers[0], numbers.at(-1)])).toEqual([
      [1, 5],
      [1, 6],
      [1, 7],
      [1, 8],
      [1, 9],
      [2, 9],
      [3, 9],
      [4, 9],
      [5, 9],
    ]);
    expect(CELLS).toHaveLength(61);
  });

  it('are found by name in upper or lower case, and only on the board', () => {
    expect(cellNamed('C3')).toBe(cell('c3'));
    expect(cellNamed('a6')).toBeNull();
    expect(cellNamed('j5')).toBeNull();
  });
});

describe('directions', () => {
  it('match the notation', () => {
    const around = Object.fromEntries(DIRECTIONS.map((each) => [each.name, step(cell('e5'), each)?.name]));
    expect(around).toEqual({ e: 'e6', ne: 'f6', nw: 'f5', w: 'e4', sw: 'd4', se: 'd5' });
  });

  it('end at the edge', () => {
    const west = DIRECTIONS.find(({ name }) => name === 'w');
    expect(west && step(cell('a1'), west)).toBeNull();
  });

  it('are reversed by their opposites', () => {
    for (const direction of DIRECTIONS) {
      expect(opposite(opposite(direction))).toBe(direction);
      const to = step(cell('e5'), direction);
      expect(to && step(to, opposite(direction))).toBe(cell('e5'));
    }
  });

  it('connect two cells only if these are in line', () => {
    expect(way(cell('b5'), cell('d7'))).toMatchObject({ distance: 2, direction: { name: 'ne' } });
    expect(way(cell('a1'), cell('b3'))).toBeNull();
    expect(way(cell('a1'), cell('a1'))).toBeNull();
  });
});
