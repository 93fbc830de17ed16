import type { Clock } from '$lib/base/protocol/types';
import { UNITS } from './custom';

function suddenDeath(minutes: number): Clock {
  return { kind: 'sudden_death', initial_ms: minutes * UNITS.minute };
}

function fischer(minutes: number, incrementSeconds: number): Clock {
  return { kind: 'fischer', initial_ms: minutes * UNITS.minute, increment_ms: incrementSeconds * UNITS.second };
}

function perMove(days: number): Clock {
  return { kind: 'per_move', move_ms: days * UNITS.day };
}

/** The duration class of a game with such a clock. */
export type Pace = 'quick' | 'calm' | 'slow';

export interface Preset {
  readonly pace: Pace;
  readonly clock: Clock;
}

/** The usual clocks. Ten and fifteen minutes are the rulebooks' own. */
export const PRESETS: readonly Preset[] = [
  { pace: 'quick', clock: fischer(3, 2) },
  { pace: 'quick', clock: fischer(5, 3) },
  { pace: 'calm', clock: suddenDeath(10) },
  { pace: 'calm', clock: suddenDeath(15) },
  { pace: 'calm', clock: fischer(15, 10) },
  { pace: 'calm', clock: suddenDeath(30) },
  { pace: 'slow', clock: perMove(1) },
  { pace: 'slow', clock: perMove(3) },
  { pace: 'slow', clock: { kind: 'none' } },
];

export const DEFAULT_PRESET = 2;

/** The presets for a game by one tap: a preset of each kind of game, so that players who seek the same kind meet. */
export const QUICK_PRESETS: readonly Preset[] = PRESETS.filter(
  ({ clock }) => clock.kind !== 'sudden_death' || clock.initial_ms !== 15 * UNITS.minute,
);

/** Whether two clocks are equal in every field. */
export function sameClock(a: Clock, b: Clock): boolean {
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return left.length === right.size && left.every(([name, value]) => right.get(name) === value);
}

/** Whether a game is live; with no limit, or more than ten minutes for a move, it is played by correspondence. */
export function isLive(clock: Clock): boolean {
  return clock.kind !== 'none' && (clock.kind !== 'per_move' || clock.move_ms <= 10 * UNITS.minute);
}

/** Whether a game with this clock can allow vacations. */
export function allowsVacations(clock: Clock): boolean {
  return clock.kind === 'per_move' && !isLive(clock);
}

/** The time on a clock before the first move, in milliseconds; `null` without a limit. */
export function initialMs(clock: Clock): number | null {
  switch (clock.kind) {
    case 'none':
      return null;
    case 'per_move':
      return clock.move_ms;
    case 'per_game':
      return clock.limit_ms;
    case 'sudden_death':
    case 'fischer':
    case 'bronstein':
    case 'delay':
      return clock.initial_ms;
  }
}

/** The increment, compensation or delay of a move, in milliseconds. */
export function perMoveMs(clock: Clock): number {
  switch (clock.kind) {
    case 'fischer':
      return clock.increment_ms;
    case 'bronstein':
    case 'delay':
      return clock.delay_ms;
    default:
      return 0;
  }
}
