import type {
  AccountPage,
  AccountsCreated,
  Announcement,
  CreateAccounts,
  CreateRegistrationLink,
  ListedAccount,
  NodeList,
  RegistrationLink,
  RegistrationLinkCreated,
  RegistrationLinkList,
  ReloadResult,
  ServerState,
} from '$lib/base/protocol/types';
import type { Page } from '$lib/base/protocol/page';
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

/** The valid registration links. */
export async function registrationLinks(token: Token): Promise<readonly RegistrationLink[]> {
  return (await ask<RegistrationLinkList>('/admin/registration-links', {}, token)).links;
}

export function createRegistrationLink(request: CreateRegistrationLink, token: Token): Promise<RegistrationLinkCreated> {
  return ask('/admin/registration-links', { method: 'POST', body: JSON.stringify(request) }, token);
}

export function revokeRegistrationLink(id: string, token: Token): Promise<void> {
  return ask(`/admin/registration-links/${id}`, { method: 'DELETE' }, token);
}

/** A page of accounts. @param search the start of a name, or with an `@` of an email address; empty: the newest accounts */
export async function accounts(search: string, cursor: string | null, token: Token): Promise<Page<ListedAccount>> {
  const query = new URLSearchParams();
  if (search !== '') query.set(search.includes('@') ? 'mail' : 'name', search);
  if (cursor !== null) query.set('cursor', cursor);
  const { accounts: rows, next } = await ask<AccountPage>(`/admin/accounts?${query}`, {}, token);
  return { rows, next };
}

/** Creates accounts whose users choose their passwords with a code. */
export function createAccounts(request: CreateAccounts, token: Token): Promise<AccountsCreated> {
  return ask('/admin/accounts', { method: 'POST', body: JSON.stringify(request) }, token);
}
