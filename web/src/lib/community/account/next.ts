import { addressWith } from '$lib/base/router/address';
import { routeOf } from '$lib/base/router/routes';

/** The address of a page for logging in, from which the user comes back to `next`. @param next path and query */
export function withNext(page: string, next: string | null): string {
  return addressWith(page, { next });
}

/** The page to which the user wants after logging in: a page of this site only. */
export function nextOf(query: URLSearchParams): string | null {
  const next = query.get('next');
  return next !== null && /^\/[^/\\]/.test(next) && routeOf(next).page !== 'unknown' ? next : null;
}

/** The previous page, if the user can come back to it after logging in. @param previous path and query */
export function cameFrom(previous: string): string | null {
  const { page } = routeOf(previous);
  return previous === '' || page === 'logIn' || page === 'signUp' || page === 'recover' ? null : previous;
}
