import type { Seat } from '$lib/base/protocol/types';

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
 * Absence counts while the absent player is to move, so the server names one seat at most. A draw needs the absence of all opponents.
 */
export function claimsOf(seats: readonly Seat[], own: Seat): Claims | null {
  if (own.out) return null;
  const opponents = seats.filter(({ team, out }) => team !== own.team && !out);
  // A computer is always present, even if the server reports otherwise.
  const away = opponents.filter(({ connected, player }) => !connected && player?.computer === undefined);
  const winAt = away.map(({ claimable_at }) => claimable_at).find((at) => at !== null) ?? null;
  if (winAt === null) return null;
  return { away, winAt, drawAt: away.length === opponents.length ? winAt : null };
}
