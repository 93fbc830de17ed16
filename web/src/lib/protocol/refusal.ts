import type { ErrorCode } from './types';

/** The server's answer to something that it will not do. */
export class Refusal extends Error {
  /** @param reason why a move is illegal */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
