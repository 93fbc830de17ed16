import type { ServerMessage } from '$lib/base/protocol/types';

/** Whether the rest of a message follows in the next message of the same topic. */
export function hasMore(message: ServerMessage): boolean {
  return 'more' in message && message.more === true;
}

/** A message joined with its next part: the lists are concatenated, all other fields come from the last part. */
export function joined(known: ServerMessage, next: ServerMessage): ServerMessage {
  const whole: Record<string, unknown> = { ...known, more: false };
  for (const [key, value] of Object.entries(next)) {
    const before = whole[key];
    if (key !== 'full') whole[key] = Array.isArray(before) ? before.concat(value) : value;
  }
  return whole as ServerMessage;
}
