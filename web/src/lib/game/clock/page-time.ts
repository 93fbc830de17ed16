import type { ClockReading } from '$lib/base/protocol/clock-reading';
import type { Time } from '$lib/base/socket/server-time';

const MICROS_PER_MILLI = 1000;

/** The browser's own time, for clocks that no server keeps. */
export const PAGE_TIME: Time = { now: () => (performance.timeOrigin + performance.now()) * MICROS_PER_MILLI };

/**
 * Such clocks now.
 *
 * @param remaining_ms the times left, by seat
 * @param running the seat whose clock runs; `null` if none does
 */
export function pageReading(remaining_ms: number[], running: number | null): ClockReading {
  const at = PAGE_TIME.now();
  const turn_began_at = running === null ? null : at;
  return { clocks: { remaining_ms, running, turn_began_at, free_ms: 0, shared: false, first_move_by: null }, at };
}
