import type { Command } from './types.js';

/** The version of the protocol that this package speaks. */
export const PROTOCOL = 1;

/** The time for which an expiring command waits for a connection, or for a server in trouble. */
export const EXPIRES_AFTER_MS = 8000;

/**
 * The handling of a command without a connection, and while the server is in trouble.
 *
 * - `persistent`: repeated under its id until it is answered, because the command names the moment for which it is meant;
 * - `expiring`: the same, but it fails after {@link EXPIRES_AFTER_MS}, because later it would have another meaning;
 * - `fleeting`: valid on one connection only.
 */
export type RetryPolicy = 'persistent' | 'expiring' | 'fleeting';

/** Returns the policy of a command. The compiler finds a command without a policy. */
export function policyOf(command: Command['type']): RetryPolicy {
  switch (command) {
    case 'play':
      return 'persistent';
    case 'create_room':
    case 'join':
    case 'leave':
    case 'add_computer':
    case 'remove_computer':
    case 'ready':
    case 'take_over':
    case 'berserk':
    case 'chat':
    case 'resign':
    case 'abort':
    case 'claim':
    case 'set_conditional_moves':
    case 'offer':
    case 'accept':
    case 'decline':
    case 'seek':
    case 'take_seek':
    case 'cancel_seek':
    case 'edit_study':
      return 'expiring';
    case 'authenticate':
    case 'watch':
    case 'unwatch':
    case 'subscribe':
    case 'unsubscribe':
    case 'follow_study':
    case 'unfollow_study':
    case 'point_in_study':
    case 'ping':
      return 'fleeting';
  }
}

const LONGEST_EXPONENT = 16;

/**
 * Returns the delay before the next attempt to connect: 0.1 seconds, doubled for each failure, up to 5 seconds, minus up to half at random.
 * Without the random part, all clients would reconnect to a restarted server at the same moment.
 */
export function beforeConnectingMs(failed: number, random: number): number {
  return Math.min(100 * 2 ** Math.min(failed, LONGEST_EXPONENT), 5000) * (1 - random / 2);
}

/** Returns the delay before a request is repeated to a server in trouble: 1 second, doubled for each rejection, up to 16 seconds. */
export function beforeAskingMs(troubles: number): number {
  return Math.min(1000 * 2 ** Math.min(troubles, LONGEST_EXPONENT), 16_000);
}
