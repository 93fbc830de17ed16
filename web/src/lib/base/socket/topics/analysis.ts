import type { AnalysisFollower, TopicKind } from './topic';

/** Results of a search in a finished game, position by position. Each subscription starts with all known results. */
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
