import { named, nameOf } from './name';
import type { BoardsFollower, TopicKind } from './topic';

/** Games of a lobby or a tournament, as many as are most worth watching; each time all of them come first. */
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
