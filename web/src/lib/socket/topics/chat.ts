import type { ChatChannel } from '$lib/protocol/types';
import type { ChatFollower, TopicKind } from './topic';

/** The name of a channel among all. */
export function chatId(channel: ChatChannel): string {
  return channel.kind === 'lobby' ? `lobby:${channel.lobby}` : `${channel.audience}:${channel.room}`;
}

function channelOf(id: string): ChatChannel {
  const at = id.indexOf(':');
  const name = id.slice(at + 1);
  const word = id.slice(0, at);
  if (word === 'lobby') return { kind: 'lobby', lobby: name };
  return { kind: 'room', room: name, audience: word === 'players' ? 'players' : 'spectators' };
}

/** What is said somewhere; after a lost connection what was missed comes, or all anew. */
export const CHAT: TopicKind<ChatFollower> = {
  needsUser: false,
  begin(id, followers) {
    const [first, ...others] = followers;
    const since = others.length === 0 ? first?.since() : undefined;
    return { type: 'subscribe', chat: channelOf(id), ...(since !== undefined && { since }) };
  },
  end: (id) => ({ type: 'unsubscribe', chat: channelOf(id) }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'chat' ? chatId(message.channel) : null),
  deliver(message, follower) {
    if (message.type === 'chat') follower.changed(message.lines, message.gone, message.full);
  },
};
