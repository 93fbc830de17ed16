import type { BoardsOf, ChatChannel } from '$lib/base/protocol/types';

/** All fields by which the server distinguishes channels, in a fixed order, so that a channel always has the same name. */
const PARTS = ['kind', 'room', 'audience', 'lobby', 'tournament', 'club', 'users'];

/** The name of a channel, or of a player's boards, among all of its kind. */
export function nameOf(one: ChatChannel | BoardsOf): string {
  return JSON.stringify(one, PARTS);
}

/** The channel with this name. */
export function named<T extends ChatChannel | BoardsOf>(name: string): T {
  return JSON.parse(name) as T;
}
