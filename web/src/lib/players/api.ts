import { ask } from '$lib/api/ask';
import type { BlockList, Leaderboard, Mode, PlayerList, PlayerStatistics, Profile, RatingHistory, Speed } from '$lib/protocol/types';

const LEADERS = 50;
/** Games that a curve shows. */
const POINTS = 500;

/** @param name an account's name, or an id */
function path(name: string): string {
  return `/players/${encodeURIComponent(name)}`;
}

export function profile(name: string): Promise<Profile> {
  return ask<Profile>(path(name));
}

export function statistics(name: string): Promise<PlayerStatistics> {
  return ask<PlayerStatistics>(`${path(name)}/statistics`);
}

/** How a rating went in its last games, the newest first. */
export function ratingHistory(name: string, mode: Mode, speed: Speed): Promise<RatingHistory> {
  return ask<RatingHistory>(`${path(name)}/ratings?${new URLSearchParams({ mode, speed, limit: String(POINTS) })}`);
}

/** @param cursor `next` of the page before; `null` for the first */
export function leaders(mode: Mode, speed: Speed, cursor: string | null): Promise<Leaderboard> {
  const query = new URLSearchParams({ speed, limit: String(LEADERS) });
  if (cursor !== null) query.set('cursor', cursor);
  return ask<Leaderboard>(`/leaderboards/${mode}?${query}`);
}

/** Accounts whose names begin so. */
export function search(prefix: string): Promise<PlayerList> {
  return ask<PlayerList>(`/players?${new URLSearchParams({ prefix })}`);
}

/** Whom one blocks. */
export function blocks(): Promise<BlockList> {
  return ask<BlockList>('/me/blocks');
}
