/**
 * A client of a Sumito server, for bots, tools and pages. {@link Client} is a connection that reconnects automatically, {@link
 * Room} the state of a watched room and its commands, {@link Http} the HTTP interface. `sumito-client/types` has the messages and
 * bodies of the protocol, and `sumito-client/fold` the fold of a room's messages.
 *
 * @module
 */

export { playGame, playMove, serve, type Choose } from './bot.js';
export { Client, type ClientOptions, type Status } from './client.js';
export {
  BadAddress,
  Closed,
  Disconnected,
  Expired,
  OutcomeUnknown,
  ProtocolMismatch,
  Refused,
  SumitoError,
  Unreachable,
} from './errors.js';
export { Feed, RoomList, type FeedTopic } from './feed.js';
export { remainingMs } from './fold.js';
export type { KeepAlive } from './heartbeat.js';
export { Http, type Method, type Query } from './http.js';
export { EXPIRES_AFTER_MS, PROTOCOL, policyOf, type RetryPolicy } from './policy.js';
export { Reader } from './reader.js';
export { Room, type RoomAction, type Update } from './room.js';
