import type { LobbyFollower, TopicKind } from './topic';

/** Lobbies are subscribed to; each time the whole list comes first. */
export const LOBBY: TopicKind<LobbyFollower> = {
  needsUser: false,
  begin: (lobby) => ({ type: 'subscribe', lobby }),
  end: (lobby) => ({ type: 'unsubscribe', lobby }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'lobby' ? message.lobby : null),
  deliver(message, follower) {
    if (message.type === 'lobby') follower.changed(message.rooms, message.gone, message.full);
  },
};
