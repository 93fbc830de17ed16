import type { Clock, MoveTiming } from '$lib/base/protocol/types';

import { initialMs } from './presets';

/**
 * The time that each seat had left after the last of these moves, in milliseconds; `null` without a limit. It is computed
 * from the moves, so it can differ by a few milliseconds from the server's clock at that time.
 *
 * @param seats their number
 * @param timings the moves until then
 * @param next the seat to move then: with a time for each move, theirs restarts
 */
export function leftAfter(
  clock: Clock,
  seats: number,
  timings: readonly MoveTiming[],
  next: number | null,
): readonly number[] | null {
  const initial = initialMs(clock);
  if (initial === null) return null;
  const left = Array<number>(seats).fill(initial);
  for (const timing of timings) {
    const before = clock.kind === 'per_move' ? initial : (left[timing.seat] ?? initial);
    const after = Math.max(0, before - chargedMs(timing) + timing.added_ms);
    if (clock.kind === 'per_game') left.fill(after);
    else left[timing.seat] = after;
  }
  if (clock.kind === 'per_move' && next !== null) left[next] = initial;
  return left;
}

/** The time that a player took for a move, without an outage of the server and the way through the network. */
export function takenMs({ elapsed_ms, server_ms, forgiven_ms }: MoveTiming): number {
  return Math.max(0, elapsed_ms - server_ms - forgiven_ms);
}

/** The time that a move cost its player. */
export function chargedMs(timing: MoveTiming): number {
  return Math.max(0, takenMs(timing) - timing.free_ms);
}
