import type { ClockReading } from '$lib/base/protocol/clock-reading';

const MICROS_PER_MILLI = 1000;

/** Whether the time of a seat runs now: on its own clock, or on one that all share. */
export function isRunning({ clocks }: ClockReading, seat: number): boolean {
  return clocks.running !== null && (clocks.shared || clocks.running === seat);
}

/**
 * The time that a seat has left at `now`, in milliseconds, or `null` without a limit.
 *
 * @param now the server's time in microseconds since the Unix epoch, or a time that it has certainly reached
 */
export function remaining(reading: ClockReading, seat: number, now: number): number | null {
  const left = reading.clocks.remaining_ms?.[seat];
  if (left === undefined) return null;
  if (!isRunning(reading, seat)) return left;
  const free = freeUntil(reading);
  const counted = (Math.max(now, free) - Math.max(reading.at, free)) / MICROS_PER_MILLI;
  return Math.max(0, left - Math.max(0, counted));
}

/** When the running turn starts to cost time. */
function freeUntil({ clocks, at }: ClockReading): number {
  return (clocks.turn_began_at ?? at) + clocks.free_ms * MICROS_PER_MILLI;
}

/** The clocks as they stand at `now`, none of them running. */
export function stoppedAt(reading: ClockReading, now: number): ClockReading {
  const { remaining_ms } = reading.clocks;
  const left = remaining_ms?.map((_, seat) => remaining(reading, seat, now) ?? 0) ?? null;
  const still = { running: null, turn_began_at: null, first_move_by: null };
  return { clocks: { ...reading.clocks, ...still, remaining_ms: left }, at: now };
}

/** Below this a clock shows tenths of a second. */
export const TENTHS_BELOW_MS = 20_000;

/** The decrease of `left`, in milliseconds, after which the text of a clock changes. */
export function untilNextText(left: number): number {
  const grain = left <= TENTHS_BELOW_MS ? 100 : 1000;
  return left % grain || grain;
}

/** In how many milliseconds from `now` the text of a seat's clock changes; `null` when it stays unchanged. */
export function nextTextIn(reading: ClockReading, seat: number, now: number): number | null {
  const left = remaining(reading, seat, now);
  if (left === null || left === 0 || !isRunning(reading, seat)) return null;
  return Math.max(0, freeUntil(reading) - now) / MICROS_PER_MILLI + untilNextText(left);
}

/** Below this a player had better hurry: a tenth of the start, between ten seconds and a minute. */
export function lowBelow(initialMs: number): number {
  return Math.min(60_000, Math.max(10_000, initialMs / 10));
}
