import type { Reminders, RemindersRequest } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The user's reminders of turns in a room while offline. */
export function reminders(room: string, token: string | null): Promise<Reminders> {
  return ask(`/me/rooms/${room}/reminders`, {}, token);
}

export function setReminders(room: string, chosen: RemindersRequest, token: string | null): Promise<void> {
  return ask(`/me/rooms/${room}/reminders`, { method: 'PUT', body: JSON.stringify(chosen) }, token);
}
