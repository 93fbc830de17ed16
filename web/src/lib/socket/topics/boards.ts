import type { BoardsFollower, TopicKind } from './topic';

/** The games of a lobby that are most worth watching; each time all of them come first. */
export const BOARDS: TopicKind<BoardsFollower> = {
  needsUser: false,
  begin: (boards) => ({ type: 'subscribe', boards }),
  end: (boards) => ({ type: 'unsubscribe', boards }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'boards' ? message.lobby : null),
  deliver(message, follower) {
    if (message.type === 'boards') follower.changed(message.boards, message.gone, message.full);
  },
};
