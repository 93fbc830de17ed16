import type { Command } from '$lib/base/protocol/types';

/**
 * The treatment of a command without a connection.
 *
 * - `lasting`: kept, and sent once there is a connection. The command itself names the state that it is meant for.
 * - `expiring`: dropped after a few seconds, or when the user leaves its page: later it would mean something else.
 * - `fleeting`: belongs to one socket.
 */
export type Policy = 'lasting' | 'expiring' | 'fleeting';

const POLICIES: Readonly<Record<Command['type'], Policy>> = {
  play: 'lasting',
  edit_study: 'lasting',
  create_room: 'expiring',
  join: 'expiring',
  leave: 'expiring',
  add_computer: 'expiring',
  remove_computer: 'expiring',
  ready: 'expiring',
  take_over: 'expiring',
  chat: 'expiring',
  berserk: 'expiring',
  resign: 'expiring',
  abort: 'expiring',
  claim: 'expiring',
  set_conditional_moves: 'expiring',
  offer: 'expiring',
  accept: 'expiring',
  seek: 'expiring',
  take_seek: 'expiring',
  cancel_seek: 'expiring',
  decline: 'expiring',
  authenticate: 'fleeting',
  watch: 'fleeting',
  unwatch: 'fleeting',
  subscribe: 'fleeting',
  unsubscribe: 'fleeting',
  follow_study: 'fleeting',
  unfollow_study: 'fleeting',
  point_in_study: 'fleeting',
  ping: 'fleeting',
};

export function policyOf(command: Command): Policy {
  return POLICIES[command.type];
}

/** Whether the command needs a user: a visitor who only watches is anonymous. */
export function needsUser(command: Command): boolean {
  return policyOf(command) !== 'fleeting';
}
