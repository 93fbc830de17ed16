import { describe, expect, it } from 'vitest';
import { clockParts, customClock, PRESETS } from './presets';
import { lowBelow, remaining, untilNextText } from './remaining';
import { clockText } from './text';

const SECOND_MICROS = 1_000_000;

describe('the time left', () => {
  const reading = { clocks: { remaining_ms: [60_000, 30_000], running: 0, first_move_by: null }, at: 100 * SECOND_MICROS };

  it('runs down for the seat whose clock runs only', () => {
    expect(remaining(reading, 0, 107.5 * SECOND_MICROS)).toBe(52_500);
    expect(remaining(reading, 1, 107.5 * SECOND_MICROS)).toBe(30_000);
  });

  it('never goes below zero, nor above what the server said', () => {
    expect(remaining(reading, 0, 500 * SECOND_MICROS)).toBe(0);
    expect(remaining(reading, 0, 99 * SECOND_MICROS)).toBe(60_000);
  });

  it('is nothing where there is no limit', () => {
    const unlimited = { clocks: { remaining_ms: null, running: 0, first_move_by: null }, at: 0 };
    expect(remaining(unlimited, 0, SECOND_MICROS)).toBeNull();
  });
});

describe('the text of a clock', () => {
  it.each([
    [600_000, '10:00'],
    [599_001, '10:00'],
    [599_000, '9:59'],
    [20_001, '0:21'],
    [20_000, '20.0'],
    [9_340, '9.4'],
    [1, '0.1'],
    [0, '0.0'],
    [5_400_000, '1:30:00'],
  ])('%i ms is %s, never less than is left', (left, text) => {
    expect(clockText(left, 'en')).toBe(text);
  });

  it('uses the language’s own decimal sign', () => {
    expect(clockText(9_300, 'de')).toBe('9,3');
  });

  it('changes when it says that it will', () => {
    for (const left of [65_000, 64_321, 20_050, 19_999, 730]) {
      const wait = untilNextText(left);
      expect(clockText(left - wait + 1, 'en')).toBe(clockText(left, 'en'));
      expect(clockText(left - wait, 'en')).not.toBe(clockText(left, 'en'));
    }
  });
});

describe('clocks to choose', () => {
  it('contain those of the rulebooks', () => {
    expect(PRESETS.map(clockParts)).toEqual(
      expect.arrayContaining([
        { minutes: 10, extra: 0 },
        { minutes: 15, extra: 0 },
        { minutes: 5, extra: 3 },
        null,
      ]),
    );
  });

  it('of one’s own are sudden death without an increment', () => {
    expect(customClock(7, 0)).toEqual({ kind: 'sudden_death', initial_ms: 420_000 });
    expect(customClock(7, 5)).toEqual({ kind: 'fischer', initial_ms: 420_000, increment_ms: 5000 });
  });

  it('call time low at a tenth of the start, within bounds', () => {
    expect([30_000, 300_000, 3_600_000].map(lowBelow)).toEqual([10_000, 30_000, 60_000]);
  });
});
