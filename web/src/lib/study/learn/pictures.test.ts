import { describe, expect, it } from 'vitest';

import type { Formation } from '$lib/study/formations/formation';
import { TERMS } from '$lib/study/formations/terms';
import { hintFrom } from '$lib/game/board/hint';
import type { Cell } from '$lib/game/rules/cell';
import { cellsBetween, DIRECTIONS, step, way } from '$lib/game/rules/direction';
import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { colorAt, type Position } from '$lib/game/rules/position';

import { GLOSSARY } from './glossary';
import type { Picture } from './picture';
import { PARTS } from './points';
import { positionOf } from './scene';

const points = PARTS.flatMap(({ points }) => points);
const pictures: [string, Picture][] = [
  ...GLOSSARY.flatMap(({ term, pictures }) => pictures.map((picture): [string, Picture] => [term, picture])),
  ...points.flatMap(({ number, pictures }) => pictures.map((picture): [string, Picture] => [`point ${number}`, picture])),
];

/** Returns the number of touching pairs of the cells. */
function touching(cells: readonly Cell[]): number {
  return cells.flatMap((cell, index) => cells.slice(index + 1).filter((other) => way(cell, other)?.distance === 1)).length;
}

function inRow(cells: readonly Cell[]): boolean {
  const [first, last] = [cells[0], cells.at(-1)];
  return first !== undefined && last !== undefined && cellsBetween(first, last)?.length === cells.length;
}

/** Returns whether the marbles have the shape that the caption names. */
function fits({ term, cells, facing }: Formation, position: Position): boolean {
  const colors = new Set(cells.map((cell) => colorAt(position, cell)));
  if (colors.has(null)) return false;
  if (facing !== null) {
    const sizes = facing.own.length - facing.opposing.length;
    return inRow(cells) && (term === 'pac' ? sizes === 0 : sizes > 0);
  }
  if (colors.size !== 1) return false;
  const [size, links] = [cells.length, touching(cells)];
  if (term === 'single' || term === 'danger') return size === 1;
  if (term === 'pair') return size === 2 && links === 1;
  if (term === 'lance') return size === 3 && links === 2 && inRow(cells);
  if (term === 'arc') return size === 3 && links === 2 && !inRow(cells);
  if (term === 'shield') return size === 3 && links === 3;
  if (term === 'multiple') return size > 3 && links >= size - 1;
  if (term === 'block') return size === 9 && links === 16;
  const [cell] = cells;
  const own = cell === undefined ? null : colorAt(position, cell);
  return DIRECTIONS.every((direction) => {
    const next = cell === undefined ? null : step(cell, direction);
    return next === null || ![null, own].includes(colorAt(position, next));
  });
}

describe('the rules', () => {
  it('have all points in numerical order', () => {
    expect(points.map(({ number }) => number)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  });
});

describe('the glossary', () => {
  it('has every term, and a picture for each term', () => {
    expect(GLOSSARY.map(({ term }) => term).sort()).toEqual([...TERMS].sort());
    expect(GLOSSARY.filter(({ pictures }) => pictures.length === 0)).toEqual([]);
  });
});

describe.each(pictures)('a picture of %s', (_, { scene, formations = [], moves = [], wrong = false }) => {
  const position = positionOf(scene);

  it('matches its caption', () => {
    for (const formation of formations) expect([formation.term, fits(formation, position)]).toEqual([formation.term, true]);
    for (const text of moves) expect(hintFrom(text)).not.toBeNull();
    // The first arrow is the move; the others show where the marbles ahead of it go.
    const [first] = moves;
    const tried = first === undefined ? null : readMove(position, first);
    if (tried !== null && !wrong) expect(isIllegal(tried)).toBe(false);
  });
});
