import { describe, expect, it } from 'vitest';

import { curveOf } from './curve';

const points = (...ratings: number[]) => ratings.map((rating, at) => ({ game: String(at), at, rating, deviation: 60 }));

describe('the curve of a rating', () => {
  it('goes from the oldest game to the newest, and fills its height', () => {
    expect(curveOf(points(1700, 1500, 1600))).toEqual({
      line: '0.0,60.0 200.0,120.0 400.0,0.0',
      first: 1600,
      last: 1700,
      least: 1500,
      most: 1700,
    });
  });

  it('stays flat if the rating changes by a few points', () => {
    expect(curveOf(points(1510, 1500))?.line).toBe('0.0,66.0 400.0,54.0');
    expect(curveOf(points(1500, 1500))?.line).toBe('0.0,60.0 400.0,60.0');
  });

  it('needs two games', () => {
    expect(curveOf(points())).toBeNull();
    expect(curveOf(points(1500))).toBeNull();
  });
});
