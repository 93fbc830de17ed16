import type { TopicKind, TournamentFollower } from './topic';

/** Changes of a tournament. Each subscription starts with its whole state. */
export const TOURNAMENT: TopicKind<TournamentFollower> = {
  needsUser: false,
  begin: (tournament) => ({ type: 'subscribe', tournament }),
  end: (tournament) => ({ type: 'unsubscribe', tournament }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'tournament' ? message.state.id : null),
  deliver(message, follower) {
    if (message.type === 'tournament') follower.changed(message);
  },
};
