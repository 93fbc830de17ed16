import type { Page } from '$lib/base/protocol/page';
import type { Conversation, ConversationLines, ConversationPage } from '$lib/base/protocol/types';
import { ask } from './ask';

type Token = string | null;

function path(player: string): string {
  return `/me/conversations/${encodeURIComponent(player)}`;
}

/** The conversations of the user, the one with the latest line first. */
export async function conversations(from: string | null, token: Token): Promise<Page<Conversation>> {
  const query = new URLSearchParams({ limit: '50', ...(from !== null && { cursor: from }) });
  const { conversations: rows, next } = await ask<ConversationPage>(`/me/conversations?${query}`, {}, token);
  return { rows, next };
}

/**
 * A page of the lines of a conversation, the newest first.
 *
 * @param player an account's name, or an id
 * @param from `next` of the page before; `null` for the newest lines
 */
export function conversation(player: string, from: string | null, token: Token): Promise<ConversationLines> {
  return ask(`${path(player)}?${new URLSearchParams({ limit: '100', ...(from !== null && { cursor: from }) })}`, {}, token);
}

/** Records that the user has read a conversation up to a line. */
export function readConversation(player: string, line: string, token: Token): Promise<void> {
  return ask(`${path(player)}/read`, { method: 'PUT', body: JSON.stringify({ line }) }, token);
}

/** Deletes a conversation from the view of the user. */
export function deleteConversation(player: string, token: Token): Promise<void> {
  return ask(path(player), { method: 'DELETE' }, token);
}
