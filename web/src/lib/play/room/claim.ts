import type { Mode, Seat } from '$lib/base/protocol/types';

/** Claims that a player may make because opponents are disconnected, with their earliest moments in server time. */
export interface Claims {
  /** Opponents that are away. */
  readonly away: readonly Seat[];
  /** From this moment an absent player loses when an opponent claims. */
  readonly winAt: number;
  /** The moment from which the player may claim a draw; `null` while an opponent is connected. */
  readonly drawAt: number | null;
}

/**
 * The results that `own` can claim, now or later; `null` while no absence matters.
 *
 * A present partner plays on: the whole other side must be absent, or the player to move.
 */
export function claimsOf(mode: Mode, seats: readonly Seat[], turn: number | null, own: Seat): Claims | null {
  if (own.out) return null;
  const opponents = seats.filter(({ team, out }) => team !== own.team && !out);
  // A computer is always present, even if the server reports otherwise.
  const away = opponents.filter(
    ({ connected, claimable_at, player }) => !connected && claimable_at !== null && player?.computer === undefined,
  );
  const partners = mode === 'four' || mode === 'four-consecutive';
  const all = away.length === opponents.length;
  const lost = !partners ? away : away.filter(({ seat }) => seat === turn);
  const moments = lost.map(momentOf);
  if (partners && all) moments.push(Math.max(...away.map(momentOf)));
  if (moments.length === 0) return null;
  return { away, winAt: Math.min(...moments), drawAt: all ? Math.max(...away.map(momentOf)) : null };
}

function momentOf({ claimable_at }: Seat): number {
  return claimable_at ?? Infinity;
}
