import { becomeGuest, me } from '$lib/api/api';
import type { User } from '$lib/protocol/types';
import { Connection, type ConnectionState } from '$lib/socket/connection';
import type { Refusal } from '$lib/protocol/refusal';
import { socketUrl } from './socket-url';

const RETRY_MS = 2000;

/** Who one is, and the connection to the server under that name. */
export class Session {
  user = $state.raw<User | null>(null);
  state = $state<ConnectionState>('connecting');
  /** The last round trip; `null` before the first. */
  latencyMs = $state<number | null>(null);
  readonly connection: Connection;

  /** @param complain what to do with errors that nobody else takes */
  constructor(complain: (refusal: Refusal) => void) {
    this.connection = new Connection(() => new WebSocket(socketUrl(location.href)), {
      state: (state) => {
        this.state = state;
      },
      user: (user) => {
        if (user === null) void this.#identifyLater();
        else this.user = user;
      },
      latency: (ms) => {
        this.latencyMs = ms;
      },
      error: complain,
    });
  }

  /** Gets to know who one is, becoming a guest if need be, and connects. */
  async start(): Promise<void> {
    addEventListener('online', () => this.connection.nudge());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.connection.nudge();
    });
    await this.#identify();
  }

  /** Nobody, although one was somebody a moment ago: the session has ended, and a server in doubt is not hurried. */
  async #identifyLater(): Promise<void> {
    this.connection.stop();
    await pause(RETRY_MS);
    await this.#identify();
  }

  /** A server that cannot be reached is asked again until it answers. */
  async #identify(): Promise<void> {
    for (;;) {
      try {
        this.user = (await me()) ?? (await becomeGuest());
        this.connection.start();
        return;
      } catch {
        this.state = 'waiting';
        await pause(RETRY_MS);
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
