import type { User } from '$lib/base/protocol/types';
import { addressWith } from '$lib/base/router/address';
import { paths } from '$lib/base/router/routes';

/** Two players side by side, by their names or ids. */
export function comparePath(name: string, other: string): string {
  return `${paths.players}/${encodeURIComponent(name)}/compare/${encodeURIComponent(other)}`;
}

/** The games of two players with each other. */
export function gamesBetween(one: Pick<User, 'id'>, other: Pick<User, 'id'>): string {
  return addressWith(paths.games, { player: one.id, opponent: other.id });
}
