import { ask } from '$lib/base/api/ask';
import type { Page } from '$lib/base/protocol/page';
import type { BlockList, Leader, Leaderboard, Mode, PlayerClubList, PlayerList, PlayerStatistics, Profile, RatingHistory, Speed } from '$lib/base/protocol/types';

const LEADERS = 50;
/** Number of games in a curve. */
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

/** The history of a rating in its last games, the newest first. */
export function ratingHistory(name: string, mode: Mode, speed: Speed): Promise<RatingHistory> {
  return ask<RatingHistory>(`${path(name)}/ratings?${new URLSearchParams({ mode, speed, limit: String(POINTS) })}`);
}

/** @param from `next` of the page before; `null` for the first */
export async function leaders(mode: Mode, speed: Speed, from: string | null): Promise<Page<Leader>> {
  const query = new URLSearchParams({ speed, limit: String(LEADERS) });
  if (from !== null) query.set('cursor', from);
  const { players: rows, next } = await ask<Leaderboard>(`/leaderboards/${mode}?${query}`);
  return { rows, next };
}

/** Accounts whose names begin with a text. */
export function search(prefix: string): Promise<PlayerList> {
  return ask<PlayerList>(`/players?${new URLSearchParams({ prefix })}`);
}

/** The clubs of a player. @param player an id */
export function clubsOf(player: string): Promise<PlayerClubList> {
  return ask<PlayerClubList>(`${path(player)}/clubs`);
}

/** Loads the players that the user blocks. */
export function blocks(token: string | null): Promise<BlockList> {
  return ask<BlockList>('/me/blocks', {}, token);
}
