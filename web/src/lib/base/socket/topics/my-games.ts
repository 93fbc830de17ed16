import type { MyGamesFollower, TopicKind } from './topic';

/** The rooms in which the user has a seat. Each subscription starts with the whole list. There is a single such topic. */
export const MY_GAMES: TopicKind<MyGamesFollower> = {
  needsUser: true,
  begin: () => ({ type: 'subscribe', my_games: true }),
  end: () => ({ type: 'unsubscribe', my_games: true }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'my_games' ? 'all' : null),
  deliver(message, follower) {
    if (message.type === 'my_games') follower.changed(message.rooms, message.gone, message.full);
  },
};
