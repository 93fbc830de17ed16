import { ask } from '$lib/base/api/ask';

type Token = string | null;

/** Ignores a user: from now on their lines are left out. */
export function block(player: string, token: Token): Promise<void> {
  return ask(`/me/blocks/${encodeURIComponent(player)}`, { method: 'PUT' }, token);
}

/** For moderators: removes a line. */
export function removeLine(line: string, reason: string, token: Token): Promise<void> {
  return moderate(`/moderation/chat/lines/${encodeURIComponent(line)}/remove`, reason, token);
}

/** For moderators: removes all lines of a user. */
export function clearLines(player: string, reason: string, token: Token): Promise<void> {
  return moderate(`/moderation/chat/players/${encodeURIComponent(player)}/clear`, reason, token);
}

function moderate(path: string, reason: string, token: Token): Promise<void> {
  return ask(path, { method: 'POST', body: JSON.stringify({ reason }) }, token);
}
