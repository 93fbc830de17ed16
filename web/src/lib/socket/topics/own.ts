import type { OwnRoomsFollower, TopicKind } from './topic';

/** The rooms in which one has a seat, followed as somebody; each time the whole list comes first. There is one such topic. */
export const OWN: TopicKind<OwnRoomsFollower> = {
  needsUser: true,
  begin: () => ({ type: 'subscribe', rooms: 'own' }),
  end: () => ({ type: 'unsubscribe', rooms: 'own' }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'own_rooms' ? 'rooms' : null),
  deliver(message, follower) {
    if (message.type === 'own_rooms') follower.changed(message.rooms, message.gone, message.full);
  },
};
