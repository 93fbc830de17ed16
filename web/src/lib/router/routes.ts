import type { User } from '$lib/protocol/types';

/** A player as an address names them. The name only says whose page is on its way: the server is asked by the id. */
export interface PlayerLink {
  readonly id: string;
  readonly name: string;
}

/** The pages and what their addresses carry. */
export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'room'; readonly id: string }
  | { readonly page: 'games'; readonly player: PlayerLink | null }
  | { readonly page: 'game'; readonly id: string }
  | { readonly page: 'unknown' };

/** @param address path and query */
export function routeOf(address: string): Route {
  const [path = '', ...query] = address.split('?');
  const [first, second, ...more] = path.split('/').filter((part) => part !== '');
  if (first === undefined) return { page: 'lobby' };
  if (more.length > 0) return { page: 'unknown' };
  if (first === 'games') return second === undefined ? gamesRoute(query.join('?')) : { page: 'game', id: decoded(second) };
  if (first === 'room' && second !== undefined) return { page: 'room', id: decoded(second) };
  return { page: 'unknown' };
}

function gamesRoute(query: string): Route {
  const words = new URLSearchParams(query);
  const id = words.get('player');
  return { page: 'games', player: id === null ? null : { id, name: words.get('name') ?? '' } };
}

/** Addresses that nobody can have got from here stay as they are, to be not found. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const paths = {
  lobby: '/',
  games: '/games',
  gamesOf: ({ id, name }: Pick<User, 'id' | 'name'>) => `/games?${new URLSearchParams({ player: id, name })}`,
  room: (id: string) => `/room/${encodeURIComponent(id)}`,
  game: (id: string) => `/games/${encodeURIComponent(id)}`,
} as const;
