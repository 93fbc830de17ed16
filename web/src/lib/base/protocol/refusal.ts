import { Failure } from './failure';
import type { BanNotice, ErrorCode } from './types';

/** Errors that the server returns only for now: a later attempt may succeed. */
const PASSING: readonly ErrorCode[] = ['rate_limited', 'busy', 'unavailable'];

/** An error with which the server rejects a request. */
export class Refusal extends Failure {
  override readonly name = 'Refusal';

  /**
   * @param reason why a move is illegal, or the fault of a chat line
   * @param until the earliest moment for a retry, in microseconds since the Unix epoch
   * @param ban of a user who has sent the right password
   * @param part of a text that is at fault
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly reason?: string,
    readonly until?: number,
    readonly ban?: BanNotice,
    readonly part?: string,
  ) {
    super(message);
  }

  /** Whether a retry of the same request can succeed. */
  get isPassing(): boolean {
    return PASSING.includes(this.code);
  }
}
