import type { Announcement, NodeList, ReloadResult, ServerState } from '$lib/base/protocol/types';
import { ask } from './ask';

type Token = string | null;

/** The state of the server. */
export function serverState(token: Token): Promise<ServerState> {
  return ask('/admin/server', {}, token);
}

/** The nodes: the server processes of the service. */
export function nodeList(token: Token): Promise<NodeList> {
  return ask('/admin/nodes', {}, token);
}

/** Drains a node before it is stopped, or ends that. */
export function setNodeDrain(id: string, on: boolean, token: Token): Promise<void> {
  return ask(`/admin/nodes/${id}/drain`, { method: on ? 'PUT' : 'DELETE' }, token);
}

/** Drains all nodes of new games, or ends the draining. */
export function setDrain(on: boolean, token: Token): Promise<void> {
  return ask('/admin/drain', { method: on ? 'PUT' : 'DELETE' }, token);
}

/** Sets the announcement for all users; `null` removes it. */
export function announce(announcement: Announcement | null, token: Token): Promise<void> {
  if (announcement === null) return ask('/admin/announcement', { method: 'DELETE' }, token);
  return ask('/admin/announcement', { method: 'PUT', body: JSON.stringify(announcement) }, token);
}

/** Makes the server reload its settings. */
export function reload(token: Token): Promise<ReloadResult> {
  return ask('/admin/reload', { method: 'POST' }, token);
}
