import type { ChatChannel } from '$lib/protocol/types';
import type { ChatFollower, TopicKind } from './topic';

/** All that a channel is told by, in one order, so that the same channel always has the same name. */
const PARTS = ['kind', 'room', 'audience', 'lobby', 'tournament'];

/** The name of a channel among all. */
export function chatId(channel: ChatChannel): string {
  return JSON.stringify(channel, PARTS);
}

function channelOf(id: string): ChatChannel {
  return JSON.parse(id) as ChatChannel;
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
