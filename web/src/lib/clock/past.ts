import type { Clock, MoveTiming } from '$lib/protocol/types';

import { initialMs } from './presets';

/**
 * What each seat had left when the last of these moves had been played, in milliseconds; `null` without a limit. It is put
 * together from what each move did, so it can differ by a few milliseconds from what a clock said.
 *
 * @param seats how many there are
 * @param timings the moves until then
 * @param next whose turn it was then: where each move has a time of its own, theirs begins anew
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
    const after = Math.max(0, before - chargedMs(timing)) + timing.added_ms;
    if (clock.kind === 'per_game') left.fill(after);
    else left[timing.seat] = after;
  }
  if (clock.kind === 'per_move' && next !== null) left[next] = initial;
  return left;
}

/** What a move took of its player's time. */
export function chargedMs({ elapsed_ms, server_ms, forgiven_ms, free_ms }: MoveTiming): number {
  return Math.max(0, elapsed_ms - server_ms - forgiven_ms - free_ms);
}
