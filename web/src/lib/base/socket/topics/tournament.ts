import type { TopicKind, TournamentFollower } from './topic';

/** What is new in a tournament; each time all of it comes first. */
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
