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

/** Both numbers of a clock, in minutes and seconds; `null` without a limit. */
export function clockParts(clock: Clock): { minutes: number; increment: number } | null {
  if (clock.kind === 'none') return null;
  const increment = clock.kind === 'fischer' ? clock.increment_ms / SECOND_MS : 0;
  return { minutes: clock.initial_ms / MINUTE_MS, increment };
}
