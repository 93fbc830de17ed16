import type { Command } from './types';

/** Why something that was asked of the server did not come about: a reader can be told every one of them in words. */
export abstract class Failure extends Error {}

/** Nobody answered, or something in between that is not the server. */
export class NetworkFailure extends Failure {
  override readonly name = 'NetworkFailure';
}

/** The server is there, but no socket to it opens. */
export class NoSocket extends Failure {
  override readonly name = 'NoSocket';
}

/** A command that waited for a connection for too long, or whose page was left meanwhile: it never reached the server. */
export class NotSent extends Failure {
  override readonly name = 'NotSent';

  constructor(readonly command: Command['type']) {
    super(`${command} was not sent`);
  }
}

/** A command that was sent and not answered before the connection broke. What is followed shows by now what came of it. */
export class Unanswered extends Failure {
  override readonly name = 'Unanswered';

  constructor(readonly command: Command['type']) {
    super(`${command} was not answered`);
  }
}

/** Why something did not come about, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  return error instanceof Failure ? error : new NetworkFailure(String(error), { cause: error });
}
