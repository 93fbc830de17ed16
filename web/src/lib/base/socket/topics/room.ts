import type { RoomFollower, TopicKind } from './topic';

/** A room, resumed from the last `seq` that all its followers have. */
export const ROOM: TopicKind<RoomFollower> = {
  needsUser: false,
  begin(room, followers) {
    const known = followers.map((follower) => follower.since());
    const since = known.reduce((least, each) => (least === undefined || each === undefined ? undefined : Math.min(least, each)));
    return { type: 'watch', room, ...(since !== undefined && { since }) };
  },

  end: (room) => ({ type: 'unwatch', room }),

  // The user plays from the socket that watched last, unless the server says otherwise.
  begun: (follower) => follower.control(true),

  idOf(message) {
    switch (message.type) {
      case 'snapshot':
      case 'event':
      case 'presence':
      case 'ratings':
      case 'clock':
      case 'notice':
      case 'control':
      case 'conditional_moves':
        return message.room;
      default:
        return null;
    }
  },

  deliver(message, follower) {
    switch (message.type) {
      case 'snapshot':
        follower.snapshot(message);
        break;
      case 'event':
        follower.event(message);
        break;
      case 'presence':
        follower.presence(message.seats);
        break;
      case 'ratings':
        follower.ratings(message.seats);
        break;
      case 'clock':
        follower.clock({ clocks: message.clocks, at: message.at });
        break;
      case 'notice':
        follower.notice(message.notice);
        break;
      case 'control':
        follower.control(message.yours);
        break;
      case 'conditional_moves':
        follower.conditionalMoves(message.lines);
        break;
    }
  },
};
