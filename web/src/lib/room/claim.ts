import type { Mode, Seat } from '$lib/protocol/types';

/** What one may claim because others have gone away, and from when: moments of the server's. */
export interface Claims {
  /** Opponents that are away. */
  readonly away: readonly Seat[];
  /** From then on those who are away have lost if one says so. */
  readonly winAt: number;
  /** From then on it is drawn if one says so; `null` while an opponent is here. */
  readonly drawAt: number | null;
}

/**
 * What `own` may claim, or will be able to; `null` while nobody is away for whom that matters.
 *
 * With partners a player who is here plays on: the whole other side has to be away, or whoever is to move.
 */
export function claimsOf(mode: Mode, seats: readonly Seat[], turn: number | null, own: Seat): Claims | null {
  if (own.out) return null;
  const opponents = seats.filter(({ team, out }) => team !== own.team && !out);
  // A computer is always there, whatever is known of it.
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
