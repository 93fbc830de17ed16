/** The pages and what their addresses carry. */
export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'room'; readonly id: string }
  | { readonly page: 'games' }
  | { readonly page: 'game'; readonly id: string }
  | { readonly page: 'unknown' };

export function routeOf(path: string): Route {
  const [first, second, ...more] = path.split('/').filter((part) => part !== '');
  if (first === undefined) return { page: 'lobby' };
  if (more.length > 0) return { page: 'unknown' };
  if (first === 'games') return second === undefined ? { page: 'games' } : { page: 'game', id: decoded(second) };
  if (first === 'room' && second !== undefined) return { page: 'room', id: decoded(second) };
  return { page: 'unknown' };
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
  room: (id: string) => `/room/${encodeURIComponent(id)}`,
  game: (id: string) => `/games/${encodeURIComponent(id)}`,
} as const;
