import type { Activity, Overview } from '$lib/base/protocol/types';
import { ask } from './ask';

/** How many players and games there are. */
export function activity(): Promise<Activity> {
  return ask<Activity>('/activity');
}

/**
 * The user's events.
 *
 * @param since the last visit, in microseconds since the Unix epoch; `null` if there was none
 * @param today the start of the user's day, in microseconds since the Unix epoch
 */
export function overview(since: number | null, today: number, token: string | null): Promise<Overview> {
  const query = new URLSearchParams({ today: String(today), ...(since !== null && { since: String(since) }) });
  return ask<Overview>(`/me/overview?${query}`, {}, token);
}
