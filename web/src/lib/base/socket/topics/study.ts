import type { StudyFollower, TopicKind } from './topic';

/** A study, resumed from the last `seq` that all its followers have. */
export const STUDY: TopicKind<StudyFollower> = {
  needsUser: false,
  begin: (study, followers) => ({ type: 'follow_study', study, since: Math.min(...followers.map((follower) => follower.since())) }),
  end: (study) => ({ type: 'unfollow_study', study }),
  begun: (follower) => follower.begun(),
  idOf: (message) => ('study' in message ? message.study : null),
  deliver(message, follower) {
    if ('study' in message) follower.receive(message);
  },
};
