import { Failure } from './failure';
import type { ErrorCode } from './types';

/** What the server refuses for the time being: it may be different a moment later. */
const PASSING: readonly ErrorCode[] = ['rate_limited', 'busy', 'unavailable'];

/** The server's answer to something that it will not do. */
export class Refusal extends Failure {
  override readonly name = 'Refusal';

  /**
   * @param reason why a move is illegal, or what is wrong with a line of chat
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
