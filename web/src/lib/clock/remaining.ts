import type { Clocks } from '$lib/protocol/types';

const MICROS_PER_MILLI = 1000;

/** Clocks as a message told them. */
export interface ClockReading {
  readonly clocks: Clocks;
  /** The moment of the message, in microseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * What a seat has left at `now`, in milliseconds, or `null` where there is no limit.
 *
 * @param now the server's time in microseconds since the Unix epoch, or a time that it has certainly reached
 */
export function remaining({ clocks, at }: ClockReading, seat: number, now: number): number | null {
  const left = clocks.remaining_ms?.[seat];
  if (left === undefined) return null;
  if (clocks.running !== seat) return left;
  const elapsed = Math.max(0, (now - at) / MICROS_PER_MILLI);
  return Math.max(0, left - elapsed);
}

/** The clocks as they stand at `now`, none of them running. */
export function held(reading: ClockReading, now: number): ClockReading {
  const { remaining_ms } = reading.clocks;
  const left = remaining_ms?.map((_, seat) => remaining(reading, seat, now) ?? 0) ?? null;
  return { clocks: { remaining_ms: left, running: null, first_move_by: null }, at: now };
}

/** Below this a clock shows tenths of a second. */
export const TENTHS_BELOW_MS = 20_000;

/** When the text of a clock with so much left changes next, in milliseconds from now. */
export function untilNextText(left: number): number {
  const grain = left <= TENTHS_BELOW_MS ? 100 : 1000;
  return left % grain || grain;
}

/** Below this a player had better hurry: a tenth of the start, between ten seconds and a minute. */
export function lowBelow(initialMs: number): number {
  return Math.min(60_000, Math.max(10_000, initialMs / 10));
}
