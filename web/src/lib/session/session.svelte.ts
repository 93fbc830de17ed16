import type { Failure } from '$lib/protocol/failure';
import type { Command, Outcome, User } from '$lib/protocol/types';
import { hear } from '$lib/platform/tabs';
import { Connection } from '$lib/socket/connection';
import type { ConnectionState, Greeting } from '$lib/socket/listener';
import { Identity } from './identity';
import { socketUrl } from './socket-url';

/** The number of the protocol that this client speaks. */
const PROTOCOL = 1;

/** Who one is, and the connection to the server. Who only looks is nobody; the first command makes nobody a guest. */
export class Session {
  /** `null` for nobody, and until it is known. */
  user = $state.raw<User | null>(null);
  state = $state<ConnectionState>('connecting');
  /** The last round trip; `null` before the first. */
  latencyMs = $state<number | null>(null);
  /** The commands that wait to be sent, the oldest first. */
  pending = $state.raw<readonly Command['type'][]>([]);
  readonly connection: Connection;
  readonly #identity: Identity = new Identity(() => this.connection);

  /** @param complain what to do with errors that nobody else takes */
  constructor(complain: (failure: Failure) => void) {
    this.connection = new Connection(() => new WebSocket(socketUrl(location.href)), {
      state: (state) => {
        this.state = state;
      },
      hello: (greeting) => this.#greeted(greeting),
      token: () => this.#identity.token,
      badToken: () => {
        this.#identity.forget();
        this.user = null;
      },
      anonymous: () => void this.#identity.become(),
      waiting: (commands) => {
        this.pending = commands;
      },
      latency: (ms) => {
        this.latencyMs = ms;
      },
      error: complain,
    });
  }

  start(): void {
    addEventListener('online', () => this.connection.nudge());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.connection.nudge();
    });
    hear('somebody', () => {
      if (this.user === null) this.connection.start();
    });
    this.connection.start();
  }

  /**
   * Gives a command, as somebody.
   *
   * @param page ends when the page is left on which the command was given
   * @throws {Failure} (as a rejection) when it is refused, not sent or not answered
   */
  request(command: Command, page?: AbortSignal): Promise<Outcome> {
    return this.connection.request(command, page);
  }

  #greeted({ protocol, user }: Greeting): boolean {
    // Whoever has a token is nobody for a moment only.
    if (user !== null || this.#identity.token === null) this.user = user;
    if (user !== null) this.#identity.recognised();
    return protocol === PROTOCOL;
  }
}
