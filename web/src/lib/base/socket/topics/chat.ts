import { named, nameOf } from './name';
import type { ChatFollower, TopicKind } from './topic';

/** Chat of a room, lobby, tournament, club or conversation. After a lost connection the server sends the missed lines, or all lines. */
export const CHAT: TopicKind<ChatFollower> = {
  needsUser: false,
  begin(id, followers) {
    const [first, ...others] = followers;
    const since = others.length === 0 ? first?.since() : undefined;
    return { type: 'subscribe', chat: named(id), ...(since !== undefined && { since }) };
  },
  end: (id) => ({ type: 'unsubscribe', chat: named(id) }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'chat' ? nameOf(message.channel) : null),
  deliver(message, follower) {
    if (message.type !== 'chat') return;
    if (message.closed === true) follower.closed();
    else follower.changed(message.lines, message.gone, message.full);
  },
};
