import { initialMs, perMoveMs } from '$lib/game/clock/presets';
import type { Clock, MoveTiming } from '$lib/base/protocol/types';

/**
 * The time of each seat before a turn, in milliseconds, as the server's clocks count; `null` without a limit. With one
 * clock for the game all of them are the same.
 */
export type Pots = readonly number[] | null;

export function fullPots(clock: Clock, seats: number): Pots {
  const initial = initialMs(clock);
  return initial === null ? null : Array.from({ length: seats }, () => initial);
}

/** The free time at the start of each turn, in milliseconds. */
export function freeMs(clock: Clock): number {
  return clock.kind === 'delay' ? clock.delay_ms : 0;
}

/** The time until the clock of the player to move falls, in milliseconds from the start of the turn; `null` if it never does. */
export function fallsAfter(clock: Clock, pots: Pots, seat: number): number | null {
  return pots === null ? null : (pots[seat] ?? 0) + freeMs(clock);
}

/** The pots after a seat has thought for so long without moving. */
export function afterThinking(clock: Clock, pots: Pots, seat: number, ms: number): Pots {
  const charged = Math.max(0, ms - freeMs(clock));
  return withCharge(clock, pots, seat, -charged);
}

/** The pots after a seat has moved, and the use of its time. */
export function afterMoving(clock: Clock, pots: Pots, seat: number, ms: number): { pots: Pots; timing: MoveTiming } {
  const limited = pots !== null;
  const free = limited ? Math.min(ms, freeMs(clock)) : 0;
  const charged = ms - free;
  const added = addedMs(clock, charged);
  const timing = { seat, elapsed_ms: ms, server_ms: 0, forgiven_ms: 0, free_ms: free, added_ms: added };
  const left = afterThinking(clock, pots, seat, ms);
  // With a time for each move the next move has all of it again.
  const next = clock.kind === 'per_move' ? fullPots(clock, pots?.length ?? 0) : withCharge(clock, left, seat, added);
  return { pots: next, timing };
}

function addedMs(clock: Clock, charged: number): number {
  if (clock.kind === 'fischer') return clock.increment_ms;
  return clock.kind === 'bronstein' ? Math.min(perMoveMs(clock), charged) : 0;
}

function withCharge(clock: Clock, pots: Pots, seat: number, change: number): Pots {
  if (pots === null) return null;
  return pots.map((left, other) => (clock.kind === 'per_game' || other === seat ? Math.max(0, left + change) : left));
}
