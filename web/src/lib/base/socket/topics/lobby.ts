import type { LobbyFollower, TopicKind } from './topic';

/** A lobby. Each subscription starts with the whole list. */
export const LOBBY: TopicKind<LobbyFollower> = {
  needsUser: false,
  begin: (lobby) => ({ type: 'subscribe', lobby }),
  end: (lobby) => ({ type: 'unsubscribe', lobby }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'lobby' ? message.lobby : null),
  deliver(message, follower) {
    if (message.type !== 'lobby') return;
    const { rooms, gone, full, seeks = [], seeks_gone = [] } = message;
    follower.changed(rooms, gone, full, seeks, seeks_gone);
  },
};
