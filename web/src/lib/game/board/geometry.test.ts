import { expect, it } from 'vitest';
import { cellNamed } from '$lib/game/rules/cell';
import { DIRECTIONS, step } from '$lib/game/rules/direction';
import { centre, unit } from './geometry';

it('each direction points to the next cell on the screen', () => {
  const middle = cellNamed('e5');
  for (const direction of DIRECTIONS) {
    const to = middle && step(middle, direction);
    expect(to && centre(to)).toEqual({ x: expect.closeTo(unit(direction).x), y: expect.closeTo(unit(direction).y) });
  }
});
