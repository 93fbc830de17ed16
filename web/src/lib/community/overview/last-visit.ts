import { read, write } from '$lib/base/platform/storage';
import { parsed } from '$lib/base/settings/stored';

const KEY = 'sumito.visit';
/** A visit is over when the user has not been on the home page for this time, in microseconds. */
const PAUSE = 30 * 60 * 1_000_000;

/**
 * The end of the user's last visit; `null` if this browser has recorded none. The call belongs to the current visit.
 *
 * @param now in microseconds since the Unix epoch, as the result
 */
export function lastVisit(user: string, now: number): number | null {
  const stored = parsed(read('local', KEY) ?? '');
  const seen = stored['user'] === user ? momentOf(stored['seen']) : null;
  const before = seen !== null && now - seen > PAUSE ? seen : momentOf(stored['before']);
  const last = seen === null ? null : before;
  write('local', KEY, JSON.stringify({ user, seen: now, before: last }));
  return last;
}

/** The start of the reader's day, in microseconds since the Unix epoch. */
export function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0) * 1000;
}

function momentOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
