import { named, nameOf } from './name';
import type { BoardsFollower, TopicKind } from './topic';

/** The games of a lobby or a tournament that are most worth watching. Each subscription starts with all boards. */
export const BOARDS: TopicKind<BoardsFollower> = {
  needsUser: false,
  begin: (id) => ({ type: 'subscribe', boards: named(id) }),
  end: (id) => ({ type: 'unsubscribe', boards: named(id) }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'boards' ? nameOf(message.of) : null),
  deliver(message, follower) {
    if (message.type === 'boards') follower.changed(message.boards, message.gone, message.full);
  },
};
