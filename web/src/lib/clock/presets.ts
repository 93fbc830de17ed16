import type { Clock } from '$lib/protocol/types';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

export function suddenDeath(minutes: number): Clock {
  return { kind: 'sudden_death', initial_ms: minutes * MINUTE_MS };
}

export function fischer(minutes: number, incrementSeconds: number): Clock {
  return { kind: 'fischer', initial_ms: minutes * MINUTE_MS, increment_ms: incrementSeconds * SECOND_MS };
}

/** What one usually plays. Ten and fifteen minutes are the rulebooks' own. */
export const PRESETS: readonly Clock[] = [
  fischer(3, 2),
  fischer(5, 3),
  suddenDeath(10),
  suddenDeath(15),
  fischer(15, 10),
  { kind: 'none' },
];

export const DEFAULT_PRESET = 2;

/** The limits of a clock of one's own. */
export const CUSTOM = { minutes: { min: 1, max: 180 }, increment: { min: 0, max: 180 } } as const;

/** A clock of one's own; without an increment it is sudden death. */
export function customClock(minutes: number, incrementSeconds: number): Clock {
  return incrementSeconds > 0 ? fischer(minutes, incrementSeconds) : suddenDeath(minutes);
}

/** The time at the start in minutes and what a move adds, gives back or has free in seconds; `null` without a limit. */
export function clockParts(clock: Clock): { minutes: number; extra: number } | null {
  switch (clock.kind) {
    case 'none':
      return null;
    case 'sudden_death':
      return { minutes: clock.initial_ms / MINUTE_MS, extra: 0 };
    case 'fischer':
      return { minutes: clock.initial_ms / MINUTE_MS, extra: clock.increment_ms / SECOND_MS };
    case 'bronstein':
    case 'delay':
      return { minutes: clock.initial_ms / MINUTE_MS, extra: clock.delay_ms / SECOND_MS };
    case 'per_move':
      return { minutes: 0, extra: clock.move_ms / SECOND_MS };
    case 'per_game':
      return { minutes: clock.limit_ms / MINUTE_MS, extra: 0 };
  }
}

/** What stands on a clock before the first move, in milliseconds; `null` without a limit. */
export function initialMs(clock: Clock): number | null {
  const parts = clockParts(clock);
  if (parts === null) return null;
  return clock.kind === 'per_move' ? parts.extra * SECOND_MS : parts.minutes * MINUTE_MS;
}
