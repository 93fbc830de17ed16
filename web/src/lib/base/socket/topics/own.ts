import type { MyGamesFollower, TopicKind } from './topic';

/** The rooms in which the user has a seat. Each subscription starts with the whole list. There is a single such topic. */
export const OWN: TopicKind<MyGamesFollower> = {
  needsUser: true,
  begin: () => ({ type: 'subscribe', rooms: 'own' }),
  end: () => ({ type: 'unsubscribe', rooms: 'own' }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'own_rooms' ? 'rooms' : null),
  deliver(message, follower) {
    if (message.type === 'own_rooms') follower.changed(message.rooms, message.gone, message.full);
  },
};
