import { Failure } from './failure';
import type { ErrorCode } from './types';

/** The server's answer to something that it will not do. */
export class Refusal extends Failure {
  override readonly name = 'Refusal';

  /** @param reason why a move is illegal */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}
