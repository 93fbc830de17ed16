import { Refusal } from '$lib/base/protocol/refusal';
import type { Command, Outcome, User } from '$lib/base/protocol/types';
import { retryMs } from './backoff';

export interface IntroductionListener {
  /** The token that identifies the user, if the browser does not send a cookie. */
  token(): string | null;
  /** The token is unknown to the server. */
  badToken(): void;
  /** Sends a command on the socket that is open, and no other. */
  ask(command: Command): Promise<Outcome>;
  /** The server has reported on this socket whether it has identified the user. */
  known(authentication: 'anonymous' | 'authenticated'): void;
}

/** Identifies the user to the server if its greeting names no user. */
export class Introduction {
  readonly #listener: IntroductionListener;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: IntroductionListener) {
    this.#listener = listener;
  }

  /** The server has greeted the client as this user, or as an anonymous visitor. */
  greeted(user: User | null): void {
    this.stop();
    if (user === null) void this.show(0);
    else this.#listener.known('authenticated');
  }

  /** The socket has closed. */
  stop(): void {
    clearTimeout(this.#retry);
  }

  /**
   * Shows the token, if there is one. The server answers by another greeting.
   *
   * @param troubles the consecutive times that the server could not check the token
   */
  async show(troubles = 0): Promise<void> {
    const token = this.#listener.token();
    if (token === null) {
      this.#listener.known('anonymous');
      return;
    }
    try {
      await this.#listener.ask({ type: 'authenticate', token });
    } catch (error) {
      // Without an answer another greeting follows; `forbidden` means that the socket has a user already.
      if (!(error instanceof Refusal) || error.code === 'forbidden') return;
      if (error.isPassing) {
        this.#retry = setTimeout(() => void this.show(troubles + 1), retryMs(troubles));
        return;
      }
      this.#listener.badToken();
      this.#listener.known('anonymous');
    }
  }
}
