import { ask } from '$lib/base/api/ask';
import type { Page } from '$lib/base/protocol/page';
import type { AchievementList, BlockList, Comparison, Follower, FollowerList, Leader, Leaderboard, Mode, PlayerActivity, PlayerClubList, PlayerList, PlayerStatistics, Profile, RatingDays, RatingDistribution, RatingHistory, Speed, StudyPage } from '$lib/base/protocol/types';

const LEADERS = 50;
/** Number of games of a rating in a chart. */
const POINTS = 1000;

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

/** A player's games by day, and best wins. */
export function activity(name: string): Promise<PlayerActivity> {
  return ask<PlayerActivity>(`${path(name)}/activity`);
}

/** The achievements of a player. */
export function achievements(name: string): Promise<AchievementList> {
  return ask<AchievementList>(`${path(name)}/achievements`);
}

/** A player's ratings at the end of days. */
export function ratingDays(name: string): Promise<RatingDays> {
  return ask<RatingDays>(`${path(name)}/ratings/days`);
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

/** How many players have which rating. */
export function distribution(mode: Mode, speed: Speed): Promise<RatingDistribution> {
  return ask<RatingDistribution>(`/leaderboards/${mode}/distribution?${new URLSearchParams({ speed })}`);
}

/** Accounts whose names start with a text. */
export function search(prefix: string): Promise<PlayerList> {
  return ask<PlayerList>(`/players?${new URLSearchParams({ prefix })}`);
}

/** Two players side by side. */
export function comparison(name: string, other: string): Promise<Comparison> {
  return ask<Comparison>(`${path(name)}/compare/${encodeURIComponent(other)}`);
}

/** The players who follow the user. @param from `next` of the page before; `null` for the first */
export async function followers(from: string | null, token: string | null): Promise<Page<Follower>> {
  const query = from === null ? '' : `?${new URLSearchParams({ cursor: from })}`;
  const { players: rows, next } = await ask<FollowerList>(`/me/followers${query}`, {}, token);
  return { rows, next };
}

/** The clubs of a player. @param player an id */
export function clubsOf(player: string): Promise<PlayerClubList> {
  return ask<PlayerClubList>(`${path(player)}/clubs`);
}

/** The public studies of a player that changed last. @param player an id */
export function studiesOf(player: string): Promise<StudyPage> {
  return ask<StudyPage>(`/studies?${new URLSearchParams({ owner: player, limit: '5' })}`);
}

/** Loads the players that the user blocks. */
export function blocks(token: string | null): Promise<BlockList> {
  return ask<BlockList>('/me/blocks', {}, token);
}
