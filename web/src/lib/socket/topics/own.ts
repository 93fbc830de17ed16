import type { OwnFollower, TopicKind } from './topic';

/** The rooms in which one has a seat: one list for each player, so that it needs no name. Nobody has none. */
export const OWN: TopicKind<OwnFollower> = {
  begin: () => ({ type: 'subscribe', rooms: 'own' }),
  end: () => ({ type: 'unsubscribe', rooms: 'own' }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'own_rooms' ? '' : null),
  deliver(message, follower) {
    if (message.type === 'own_rooms') follower.changed(message.rooms, message.gone, message.full);
  },
};
