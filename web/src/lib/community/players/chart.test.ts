import { describe, expect, it } from 'vitest';

import { courseOf, heightOf, momentsOf, ratingAt, rowsOf, since, startOf, withDays, type Line } from './chart';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 12);

function line(...moments: [days: number, rating: number][]): Line {
  return { mode: 'two', speed: 'live', moments: moments.map(([days, rating]) => ({ at: NOW - days * DAY, rating })) };
}

describe('the chart of ratings', () => {
  it('has the oldest rating first', () => {
    const points = [20, 10].map((at) => ({ game: String(at), at: at * 1000, rating: 1500 + at, deviation: 60 }));
    expect(momentsOf(points)).toEqual([
      { at: 10, rating: 1510 },
      { at: 20, rating: 1520 },
    ]);
  });

  it('has the ends of days before the last games', () => {
    const days = [10, 20, 30].map((at) => ({ at: at * 1000, rating: 1500 + at }));
    expect(withDays([{ at: 20, rating: 1 }, { at: 40, rating: 2 }], days)).toEqual([
      { at: 10, rating: 1510 },
      { at: 20, rating: 1 },
      { at: 40, rating: 2 },
    ]);
  });

  it('is as long as its span, or as all games, but no shorter than a week', () => {
    const lines = [line([400, 1500], [3, 1600]), line([20, 1500])];
    expect(startOf(lines, 'all', NOW)).toBe(NOW - 400 * DAY);
    expect(startOf(lines, 'year', NOW)).toBe(NOW - 365 * DAY);
    expect(startOf(lines.slice(1), 'month', NOW)).toBe(NOW - 30 * DAY);
    expect(startOf([line([0, 1500])], 'year', NOW)).toBe(NOW - 365 * DAY);
    expect(startOf([line([0, 1500])], 'all', NOW)).toBe(NOW - 7 * DAY);
    expect(startOf([], 'all', NOW)).toBe(NOW - 7 * DAY);
  });

  it('goes from the rating before its span to now', () => {
    const { moments } = line([40, 1500], [10, 1550], [5, 1540]);
    const ratings = (days: number) => since(moments, NOW - days * DAY, NOW).map(({ at, rating }) => [(NOW - at) / DAY, rating]);
    expect(ratings(30)).toEqual([[30, 1500], [10, 1550], [5, 1540], [0, 1540]]);
    expect(ratings(1)).toEqual([[1, 1540], [0, 1540]]);
    expect(ratings(60)).toEqual([[40, 1500], [10, 1550], [5, 1540], [0, 1540]]);
    expect(since([], NOW - DAY, NOW)).toEqual([]);
  });

  it('knows the rating of any moment', () => {
    const { moments } = line([40, 1500], [10, 1550]);
    expect([50, 40, 11, 10, 0].map((days) => ratingAt(moments, NOW - days * DAY))).toEqual([null, 1500, 1500, 1550, 1550]);
  });

  it('shows a change by a few points as small', () => {
    expect(heightOf([1500, 1510])).toEqual([1455, 1555]);
    expect(heightOf([1400, 1600])).toEqual([1385, 1615]);
    expect(heightOf([])).toEqual([1450, 1550]);
  });

  it('can be read as numbers', () => {
    expect(courseOf(line([9, 1700], [5, 1500], [1, 1600]).moments)).toEqual({ first: 1700, last: 1600, least: 1500, most: 1700 });
    expect(courseOf([])).toBeNull();
  });

  it('can be read as a table of months or days', () => {
    const lines = [line([40, 1500], [10, 1550], [9.9, 1560]), line([9.8, 1400])];
    const ratings = (span: 'all' | 'month') => rowsOf(lines, span, startOf(lines, span, NOW)).map(({ ratings }) => ratings);
    expect(ratings('all')).toEqual([[1560, 1400], [1500, null]]);
    expect(ratings('month')).toEqual([[1560, 1400]]);
  });
});
