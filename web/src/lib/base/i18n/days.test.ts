import { describe, expect, it } from 'vitest';

import { dayOf, dayText, isSameDay, shortMoment } from './days';

const at = (day: number, hour: number): number => new Date(2026, 2, day, hour, 5).getTime() * 1000;
const NOW = at(30, 14) / 1000;

describe('the days of moments', () => {
  it('follow the zone of the user, also when clocks change', () => {
    expect([28, 29, 30].map((day) => dayOf(at(day, 0)) - dayOf(at(28, 23)))).toEqual([0, 1, 2]);
    expect([isSameDay(at(28, 0), at(28, 23)), isSameDay(at(28, 23), at(29, 0)), isSameDay(at(28, 0), undefined)]).toEqual([true, false, false]);
  });

  it('have names, or a date', () => {
    expect([dayText(at(30, 0), NOW), dayText(at(29, 23), NOW)]).toEqual(['today', 'yesterday']);
    expect(dayText(at(28, 23), NOW)).toContain('28');
    expect(shortMoment(at(30, 9), NOW)).toContain('9:05');
    expect(shortMoment(at(29, 9), NOW)).not.toContain('9:05');
  });
});
