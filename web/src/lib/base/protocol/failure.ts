import type { Command } from './types';

/** A failed request to the server. Every kind has a text for the user. */
export abstract class Failure extends Error {}

/** No answer arrived, or a proxy answered instead of the server. */
export class NetworkFailure extends Failure {
  override readonly name = 'NetworkFailure';
}

/** The server is reachable, but no socket to it opens. */
export class NoSocket extends Failure {
  override readonly name = 'NoSocket';
}

/** A command that waited too long for a connection, or whose page the user left: it never reached the server. */
export class NotSent extends Failure {
  override readonly name = 'NotSent';

  constructor(readonly command: Command['type']) {
    super(`${command} was not sent`);
  }
}

/** A command that was sent, but not answered before the connection broke. The subscriptions show by now whether it had an effect. */
export class Unanswered extends Failure {
  override readonly name = 'Unanswered';

  constructor(readonly command: Command['type']) {
    super(`${command} was not answered`);
  }
}

/** The failure for any thrown value. */
export function failureOf(error: unknown): Failure {
  return error instanceof Failure ? error : new NetworkFailure(String(error), { cause: error });
}
