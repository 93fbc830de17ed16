import { knownCode } from './codes.js';
import type { ErrorCode } from './types.js';

/** The reason why a request failed. */
export class SumitoError extends Error {
  /** Whether another attempt may succeed. */
  get isTransient(): boolean {
    return false;
  }
}

/** The fields of the message `error`, and of a problem of the HTTP interface. */
export interface Rejection {
  code: string;
  message?: string;
  detail?: string;
  reason?: string;
  part?: string;
  until?: number;
}

/** The server rejected the request; the state is unchanged. */
export class Refused extends SumitoError {
  override readonly name = 'Refused';
  /** The code for programs. A code of a newer server counts as `internal`. */
  readonly code: ErrorCode;
  /** The code as the server sent it. */
  readonly word: string;
  /** A more specific code, for example with `illegal_move`. */
  readonly reason: string | undefined;
  /** The part of a text that is at fault: a link or a blocked word. */
  readonly part: string | undefined;
  /** The end of the condition, if it is known: microseconds since the Unix epoch. */
  readonly until: number | undefined;

  constructor(rejection: Rejection) {
    super(`${rejection.code}: ${rejection.message ?? rejection.detail ?? ''}`);
    this.code = knownCode(rejection.code);
    this.word = rejection.code;
    this.reason = rejection.reason;
    this.part = rejection.part;
    this.until = rejection.until;
  }

  override get isTransient(): boolean {
    return this.code === 'busy' || this.code === 'unavailable' || this.code === 'rate_limited';
  }
}

/** No server answers at the address, or it is not a Sumito server. */
export class Unreachable extends SumitoError {
  override readonly name = 'Unreachable';

  override get isTransient(): boolean {
    return true;
  }
}

/** The text is not the address of a server, such as `https://example.org`. */
export class BadAddress extends SumitoError {
  override readonly name = 'BadAddress';
}

/** The server speaks another version of the protocol. */
export class ProtocolMismatch extends SumitoError {
  override readonly name = 'ProtocolMismatch';

  constructor(
    readonly server: number,
    readonly client: number,
  ) {
    super(`protocol version mismatch: server ${server}, client ${client}`);
  }
}

/** The connection broke, and the command was valid on that connection only. */
export class Disconnected extends SumitoError {
  override readonly name = 'Disconnected';

  constructor() {
    super('connection lost');
  }
}

/** The command waited too long for a connection and never reached the server. */
export class Expired extends SumitoError {
  override readonly name = 'Expired';

  constructor() {
    super('command not sent: it expired before a connection was available');
  }
}

/** The connection broke before the answer. The command may have been executed: the subscriptions are up to date and show the result. */
export class OutcomeUnknown extends SumitoError {
  override readonly name = 'OutcomeUnknown';

  constructor() {
    super('connection lost before the answer; the outcome is unknown');
  }
}

/** The client or the subscription is closed. */
export class Closed extends SumitoError {
  override readonly name = 'Closed';

  constructor() {
    super('the client is closed');
  }
}
