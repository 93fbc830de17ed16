import type { Refusal } from '$lib/base/protocol/refusal';
import type { Announcement, ServerMessage, UserNotification } from '$lib/base/protocol/types';
import type { CommandsListener } from './commands';
import type { IntroductionListener } from './introduction';

/** `open` once the server has said hello; `doubtful` while it owes an answer; `waiting` between two attempts. */
export type ConnectionState = 'connecting' | 'open' | 'doubtful' | 'waiting';

export type Greeting = Extract<ServerMessage, { type: 'hello' }>;

/**
 * The events of a connection for its owner. `anonymous` is answered by `introduce` or `start` once there is a user, or by
 * `stayAnonymous` if the visitor cannot become a user.
 */
export interface ConnectionListener
  extends Pick<CommandsListener, 'anonymous' | 'waiting'>,
    Pick<IntroductionListener, 'token' | 'badToken'> {
  /** @param attempts to connect that have failed in a row */
  state(state: ConnectionState, attempts: number): void;
  /** @returns whether the page can work with this server */
  hello(greeting: Greeting): boolean;
  /** The round trip of the last ping. */
  latency(ms: number): void;
  /** A notification for the user. */
  notification(notification: UserNotification): void;
  /** The operator's announcement; `null` if it has ended. */
  announcement(announcement: Announcement | null): void;
  /** An error that does not answer a command. */
  error(refusal: Refusal): void;
}
