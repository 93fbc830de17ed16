import type { Clock } from '$lib/base/protocol/types';

/** The kinds of custom clock. */
export const CUSTOM_KINDS = ['sudden_death', 'fischer', 'bronstein', 'delay', 'per_move', 'per_game'] as const;
export type CustomKind = (typeof CUSTOM_KINDS)[number];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The units of a time for each single move. */
export const UNITS = { second: SECOND_MS, minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES: readonly Unit[] = ['second', 'minute', 'hour', 'day'];

/** The longest time for a single move: two weeks. */
const LONGEST_MOVE_MS = 14 * UNITS.day;

/** The fields of the form for a custom clock. */
export interface CustomClock {
  kind: CustomKind;
  /** For a player, or for the whole game. */
  minutes: number;
  /** The increment, the compensation or the delay of a move. */
  seconds: number;
  /** For a single move. */
  count: number;
  unit: Unit;
}

/** The limits that the server sets. */
export const CUSTOM_LIMITS = { minutes: { min: 1, max: 1440 }, seconds: { min: 0, max: 600 } } as const;

/** The largest number of a unit that a move may take. */
export function countLimits(unit: Unit): { min: number; max: number } {
  return { min: 1, max: LONGEST_MOVE_MS / UNITS[unit] };
}

/** Whether clocks of that kind add or free time with every move. */
export function hasSeconds(kind: CustomKind): kind is 'fischer' | 'bronstein' | 'delay' {
  return kind === 'fischer' || kind === 'bronstein' || kind === 'delay';
}

export function customClock({ kind, minutes, seconds, count, unit }: CustomClock): Clock {
  const time = minutes * MINUTE_MS;
  switch (kind) {
    case 'sudden_death':
      return { kind, initial_ms: time };
    case 'fischer':
      return { kind, initial_ms: time, increment_ms: seconds * SECOND_MS };
    case 'bronstein':
    case 'delay':
      return { kind, initial_ms: time, delay_ms: seconds * SECOND_MS };
    case 'per_move':
      return { kind, move_ms: count * UNITS[unit] };
    case 'per_game':
      return { kind, limit_ms: time };
  }
}

/** A span as a number of the greatest unit that it is a whole number of. */
export function inUnits(ms: number): { count: number; unit: Unit } {
  const unit = UNIT_NAMES.findLast((name) => ms % UNITS[name] === 0) ?? 'second';
  return { count: ms / UNITS[unit], unit };
}
