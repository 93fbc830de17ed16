import type { Announcement, ReloadResult, ServerState } from '$lib/protocol/types';
import { ask } from './ask';

type Token = string | null;

/** How the server is doing. */
export function serverState(token: Token): Promise<ServerState> {
  return ask('/admin/server', {}, token);
}

/** Lets the server take no new games, or some again. */
export function setDrain(on: boolean, token: Token): Promise<void> {
  return ask('/admin/drain', { method: on ? 'PUT' : 'DELETE' }, token);
}

/** Tells everybody something; `null`: nothing any more. */
export function announce(announcement: Announcement | null, token: Token): Promise<void> {
  if (announcement === null) return ask('/admin/announcement', { method: 'DELETE' }, token);
  return ask('/admin/announcement', { method: 'PUT', body: JSON.stringify(announcement) }, token);
}

/** Has the server read its settings again. */
export function reload(token: Token): Promise<ReloadResult> {
  return ask('/admin/reload', { method: 'POST' }, token);
}
