import type { AnalysisFollower, TopicKind } from './topic';

/** What a search finds in a finished game, position by position; each time all that is known comes first. */
export const ANALYSIS: TopicKind<AnalysisFollower> = {
  needsUser: false,
  begin: (analysis) => ({ type: 'subscribe', analysis }),
  end: (analysis) => ({ type: 'unsubscribe', analysis }),
  begun: () => undefined,
  idOf: (message) => (message.type === 'analysis' ? message.game : null),
  deliver(message, follower) {
    if (message.type === 'analysis') follower.changed(message);
  },
};
