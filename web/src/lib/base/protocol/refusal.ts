import { Failure } from './failure';
import type { ErrorCode } from './types';

/** Errors that the server returns only for now: a later attempt may succeed. */
const PASSING: readonly ErrorCode[] = ['rate_limited', 'busy', 'unavailable'];

/** The server's answer to something that it will not do. */
export class Refusal extends Failure {
  override readonly name = 'Refusal';

  /**
   * @param reason why a move is illegal, or the fault of a chat line
   * @param until when it may go better, in microseconds since the Unix epoch
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly reason?: string,
    readonly until?: number,
  ) {
    super(message);
  }

  /** Whether it is worth asking for the same again. */
  get isPassing(): boolean {
    return PASSING.includes(this.code);
  }
}
