import { describe, expect, it } from 'vitest';

import { monthsOf, runsOf, weeksOf } from './heat';

const day = (date: string, games: number, won = 0) => ({ day: date, games, won, drawn: 0, lost: games - won });
/** A Wednesday. */
const NOW = Date.UTC(2026, 10, 25, 15);

describe('the map of active days', () => {
  it('has whole weeks from Monday, and ends today', () => {
    const weeks = weeksOf([day('2026-11-16', 4), day('2026-11-25', 12)], NOW, 3);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 3]);
    expect(new Date(weeks[0]?.[0]?.at ?? 0).toISOString()).toBe('2026-11-09T00:00:00.000Z');
    expect(weeks[1]?.[0]).toMatchObject({ games: 4, shade: 2 });
    expect(weeks[2]?.[2]).toEqual({ at: Date.UTC(2026, 10, 25), games: 12, shade: 4 });
    expect(weeks[2]?.[1]).toMatchObject({ games: 0, shade: 0 });
  });

  it('counts days in a row', () => {
    const days = [day('2026-11-01', 1), day('2026-11-02', 1), day('2026-11-03', 2), day('2026-11-23', 1), day('2026-11-24', 1)];
    expect(runsOf(days, NOW)).toEqual({ longest: 3, current: 2 });
    expect(runsOf(days, NOW + 86_400_000)).toEqual({ longest: 3, current: 0 });
    expect(runsOf([], NOW)).toEqual({ longest: 0, current: 0 });
  });

  it('adds up months', () => {
    expect(monthsOf([day('2026-10-31', 2, 1), day('2026-11-01', 1), day('2026-11-20', 3, 3)])).toEqual([
      { month: '2026-11', games: 4, won: 3, drawn: 0, lost: 1 },
      { month: '2026-10', games: 2, won: 1, drawn: 0, lost: 1 },
    ]);
  });
});
