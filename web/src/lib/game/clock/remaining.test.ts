import { describe, expect, it } from 'vitest';
import { timeControlText } from './words';
import type { Clock, Clocks } from '$lib/base/protocol/types';
import { countLimits, customClock, UNIT_NAMES, UNITS, type CustomKind } from './custom';
import { PRESETS } from './presets';
import { stoppedAt, isRunning, lowBelow, nextTextIn, remaining, untilNextText } from './remaining';
import { clockText, countdownText } from './text';

const SECOND_MICROS = 1_000_000;

/** Clocks of two seats. The clock of the first seat runs since second 100. */
const CLOCKS: Clocks = {
  remaining_ms: [60_000, 30_000],
  running: 0,
  turn_began_at: 100 * SECOND_MICROS,
  free_ms: 0,
  shared: false,
  first_move_by: null,
};

describe('the time left', () => {
  const reading = { clocks: CLOCKS, at: 100 * SECOND_MICROS };

  it('decreases only for the seat whose clock runs', () => {
    expect(remaining(reading, 0, 107.5 * SECOND_MICROS)).toBe(52_500);
    expect(remaining(reading, 1, 107.5 * SECOND_MICROS)).toBe(30_000);
  });

  it('never goes below zero, or above the server’s value', () => {
    expect(remaining(reading, 0, 500 * SECOND_MICROS)).toBe(0);
    expect(remaining(reading, 0, 99 * SECOND_MICROS)).toBe(60_000);
  });

  it('is null without a time limit', () => {
    const unlimited = { clocks: { ...CLOCKS, remaining_ms: null }, at: 0 };
    expect(remaining(unlimited, 0, SECOND_MICROS)).toBeNull();
    expect(stoppedAt(unlimited, SECOND_MICROS).clocks.remaining_ms).toBeNull();
  });

  it('does not change after the clocks are stopped', () => {
    const still = stoppedAt(reading, 107.5 * SECOND_MICROS);
    expect([0, 1].map((seat) => remaining(still, seat, 500 * SECOND_MICROS))).toEqual([52_500, 30_000]);
    expect(still.clocks).toMatchObject({ running: null, turn_began_at: null, first_move_by: null });
  });

  it('is counted from the time of the message, not from the start of the turn', () => {
    const later = { clocks: { ...CLOCKS, turn_began_at: 88 * SECOND_MICROS }, at: 100 * SECOND_MICROS };
    expect(remaining(later, 0, 103 * SECOND_MICROS)).toBe(57_000);
  });

  it('is not counted before the start of the turn, while the server handles the previous move', () => {
    const late = { clocks: { ...CLOCKS, turn_began_at: 100.4 * SECOND_MICROS }, at: 100 * SECOND_MICROS };
    expect([100.2, 100.4, 101.4].map((second) => remaining(late, 0, second * SECOND_MICROS))).toEqual([60_000, 60_000, 59_000]);
  });
});

describe('the time left with a delay', () => {
  const clocks = { ...CLOCKS, free_ms: 5000 };

  it('decreases only after the free time of the turn', () => {
    const reading = { clocks, at: 100 * SECOND_MICROS };
    const left = [100, 104.9, 105, 106, 110].map((second) => remaining(reading, 0, second * SECOND_MICROS));
    expect(left).toEqual([60_000, 60_000, 60_000, 59_000, 55_000]);
    expect(remaining(reading, 1, 110 * SECOND_MICROS)).toBe(30_000);
  });

  it('decreases only after the free time if the message comes during the free time', () => {
    const reading = { clocks, at: 103 * SECOND_MICROS };
    expect([104, 105, 107].map((second) => remaining(reading, 0, second * SECOND_MICROS))).toEqual([60_000, 60_000, 58_000]);
  });

  it('decreases at once if the message comes after the free time', () => {
    const reading = { clocks: { ...clocks, remaining_ms: [57_000, 30_000] }, at: 108 * SECOND_MICROS };
    expect([107, 108, 108.5, 110].map((second) => remaining(reading, 0, second * SECOND_MICROS))).toEqual([
      57_000, 57_000, 56_500, 55_000,
    ]);
  });

  it('has its next text after the free time and the rest of the shown second', () => {
    const reading = { clocks, at: 100 * SECOND_MICROS };
    expect([100, 103.5, 105, 105.25].map((second) => nextTextIn(reading, 0, second * SECOND_MICROS))).toEqual([
      6000, 2500, 1000, 750,
    ]);
    expect(nextTextIn(reading, 1, 100 * SECOND_MICROS)).toBeNull();
    expect(nextTextIn(reading, 0, 500 * SECOND_MICROS)).toBeNull();
  });
});

describe('the time left on a shared clock', () => {
  const clocks = { ...CLOCKS, remaining_ms: [60_000, 60_000], shared: true };
  const reading = { clocks, at: 100 * SECOND_MICROS };

  it('decreases for all seats, for any seat to move', () => {
    expect([0, 1].map((seat) => isRunning(reading, seat))).toEqual([true, true]);
    expect([0, 1].map((seat) => remaining(reading, seat, 107.5 * SECOND_MICROS))).toEqual([52_500, 52_500]);
    expect(stoppedAt(reading, 107.5 * SECOND_MICROS).clocks.remaining_ms).toEqual([52_500, 52_500]);
  });

  it('decreases for no seat after it is stopped', () => {
    const still = stoppedAt(reading, 107.5 * SECOND_MICROS);
    expect([0, 1].map((seat) => isRunning(still, seat))).toEqual([false, false]);
    expect([0, 1].map((seat) => remaining(still, seat, 500 * SECOND_MICROS))).toEqual([52_500, 52_500]);
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
    [259_200_000, '3d 0:00'],
    [259_140_000, '2d 23:59'],
  ])('%i ms is shown as %s, rounded up', (left, text) => {
    expect(clockText(left, 'en')).toBe(text);
  });

  it.each([
    [604_800_000, '7d 0:00'],
    [86_400_000, '1d 0:00'],
    [86_399_000, '23:59:59'],
    [9_300, '0:10'],
  ])('a countdown of %i ms is shown as %s', (left, text) => {
    expect(countdownText(left, 'en')).toBe(text);
  });

  it('uses the language’s own decimal sign', () => {
    expect(clockText(9_300, 'de')).toBe('9,3');
  });

  it('changes at the calculated time', () => {
    for (const left of [65_000, 64_321, 20_050, 19_999, 730]) {
      const wait = untilNextText(left);
      expect(clockText(left - wait + 1, 'en')).toBe(clockText(left, 'en'));
      expect(clockText(left - wait, 'en')).not.toBe(clockText(left, 'en'));
    }
  });
});

describe('time controls', () => {
  it('include the time controls of the rulebooks', () => {
    expect(PRESETS.map(({ clock }) => clock)).toEqual(
      expect.arrayContaining([
        { kind: 'sudden_death', initial_ms: 600_000 },
        { kind: 'sudden_death', initial_ms: 900_000 },
        { kind: 'fischer', initial_ms: 300_000, increment_ms: 3000 },
        { kind: 'none' },
      ]),
    );
  });

  it.each<[CustomKind, Clock]>([
    ['sudden_death', { kind: 'sudden_death', initial_ms: 420_000 }],
    ['fischer', { kind: 'fischer', initial_ms: 420_000, increment_ms: 5000 }],
    ['bronstein', { kind: 'bronstein', initial_ms: 420_000, delay_ms: 5000 }],
    ['delay', { kind: 'delay', initial_ms: 420_000, delay_ms: 5000 }],
    ['per_move', { kind: 'per_move', move_ms: 172_800_000 }],
    ['per_game', { kind: 'per_game', limit_ms: 420_000 }],
  ])('can be customised: %s', (kind, clock) => {
    expect(customClock({ kind, minutes: 7, seconds: 5, count: 2, unit: 'day' })).toEqual(clock);
  });

  it('allow at most two weeks per move, in any unit', () => {
    for (const unit of UNIT_NAMES) expect(countLimits(unit).max * UNITS[unit]).toBe(1_209_600_000);
  });

  it.each<[Clock, string]>([
    [{ kind: 'fischer', initial_ms: 300_000, increment_ms: 3000 }, '5 + 3'],
    [{ kind: 'per_move', move_ms: 259_200_000 }, '3 days per move'],
    [{ kind: 'per_move', move_ms: 90_000 }, '90 seconds per move'],
    [{ kind: 'none' }, 'No limit'],
  ])('are described in words', (clock, text) => {
    expect(timeControlText(clock)).toBe(text);
  });

  it('set the low-time limit to a tenth of the initial time, within bounds', () => {
    expect([30_000, 300_000, 3_600_000].map(lowBelow)).toEqual([10_000, 30_000, 60_000]);
  });
});
