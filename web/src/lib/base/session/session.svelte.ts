import type { Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Announcement, Command, Outcome, User, UserNotification } from '$lib/base/protocol/types';
import { broadcast, onBroadcast } from '$lib/base/platform/tabs';
import { Connection } from '$lib/base/socket/connection';
import type { ConnectionState, Greeting } from '$lib/base/socket/listener';
import { whyNoSocket } from '$lib/base/api/reach';
import { BuildCheck, type Build } from './build';
import { Identity } from './identity';
import { socketUrl } from './socket-url';
import { Steady } from './steady.svelte';

/** After this many failed attempts in a row the page requests the cause from the server, and again after as many more. */
const ASK_AFTER_ATTEMPTS = 3;

/** The user of the page, and the connection to the server. A visitor who only watches is anonymous; the first command makes a guest. */
export class Session {
  /** `null` for an anonymous visitor, and until it is known. */
  user = $state.raw<User | null>(null);
  state = $state<ConnectionState>('connecting');
  /** Whether the server has said who the user is, or cannot be reached. */
  known = $state(false);
  /** The last round trip; `null` before the first. */
  latencyMs = $state<number | null>(null);
  /** The commands that wait to be sent, the oldest first. */
  pending = $state.raw<readonly Command['type'][]>([]);
  /** The cause of a longer loss of the connection; `null` while connected, or if the cause is unknown. */
  trouble = $state.raw<Failure | null>(null);
  /** Notices to this user that no part of the page has handled yet. */
  notifications = $state.raw<readonly UserNotification[]>([]);
  /** The operator's announcement; `null` without one. */
  announcement = $state.raw<Announcement | null>(null);
  build = $state<Build>('same');
  readonly steady = new Steady();
  readonly connection: Connection;
  readonly #builds = new BuildCheck();
  readonly #identity: Identity;

  /**
   * @param showError handles errors without a separate handler
   * @param locked called when a visitor must log in, because the site has no guests
   */
  constructor(showError: (failure: Failure) => void, locked: () => void = () => undefined) {
    this.#identity = new Identity(() => this.connection, locked);
    this.connection = new Connection(() => new WebSocket(socketUrl(location.href)), {
      state: (state, attempts) => this.#turned(state, attempts),
      hello: (greeting) => this.#greeted(greeting),
      token: () => this.#identity.token,
      badToken: () => {
        this.#identity.forget();
        this.user = null;
      },
      // The connection informs the callers that wait for it.
      anonymous: () => void this.#identity.become().catch(() => undefined),
      waiting: (commands) => {
        this.pending = commands;
      },
      latency: (ms) => {
        this.latencyMs = ms;
      },
      notification: (notification) => {
        this.notifications = [...this.notifications, notification];
      },
      announcement: (announcement) => {
        this.announcement = announcement;
      },
      error: showError,
    });
  }

  start(): void {
    addEventListener('online', () => this.connection.nudge());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.connection.nudge();
    });
    onBroadcast('guest-created', () => {
      if (this.user === null) this.connection.start();
    });
    onBroadcast('user-changed', () => this.connection.start());
    this.steady.turn(this.state);
    this.connection.start();
  }

  /**
   * The user has logged in or out, or has created an account: connects again, here and in the other tabs.
   *
   * @param token the token if the browser keeps no cookie; `null` for an anonymous visitor; absent if the current token stays valid
   */
  async become(token?: string | null): Promise<void> {
    if (token !== undefined) await this.#identity.became(token);
    this.connection.start();
    broadcast('user-changed');
  }

  /**
   * Sends a command as a user.
   *
   * @param page aborts when the user leaves the page that gave the command
   * @param id the id of an earlier attempt, if there was one
   * @throws {Failure} (as a rejection) when the command is rejected, not sent or not answered
   */
  request(command: Command, page?: AbortSignal, id?: string): Promise<Outcome> {
    return this.connection.request(command, page, id);
  }

  /**
   * Calls a REST endpoint that needs a user. Unlike a command, it does not make an anonymous visitor a guest.
   *
   * @param ask called with the token, if there is one
   * @throws {Failure} (as a rejection) when the call is rejected or not answered, or the visitor is anonymous
   */
  async ask<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
    try {
      return await ask(this.#identity.token);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'unauthenticated') throw error;
      await this.#identity.become();
      return ask(this.#identity.token);
    }
  }

  /**
   * Calls the REST API without making an anonymous visitor a guest.
   *
   * @param ask called with the token, if there is one
   */
  look<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
    return ask(this.#identity.token);
  }

  /**
   * As `ask`, for requests that the server always rejects for anonymous visitors: they become guests first.
   *
   * @param ask called with the token, if there is one
   * @throws {Failure} (as a rejection) when the call is rejected or not answered, or the visitor stays anonymous
   */
  async askAsUser<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
    const greeted = this.state === 'open' || this.state === 'doubtful';
    if (greeted && this.user === null && this.#identity.token === null) await this.#identity.become();
    return this.ask(ask);
  }

  #turned(state: ConnectionState, attempts: number): void {
    this.state = state;
    this.steady.turn(state);
    if (state === 'open') this.trouble = null;
    if (state !== 'connecting') this.known = true;
    if (state === 'waiting' && attempts > 0 && attempts % ASK_AFTER_ATTEMPTS === 0) void this.#askWhy();
  }

  /** A socket does not report why it does not open. */
  async #askWhy(): Promise<void> {
    const trouble = await whyNoSocket();
    if (this.state !== 'open') this.trouble = trouble;
  }

  #greeted(greeting: Greeting): boolean {
    const { user } = greeting;
    // The server sends current announcements after this.
    this.announcement = null;
    this.build = this.#builds.check(greeting);
    // With a token, the visitor is anonymous for a moment only.
    if (user !== null || this.#identity.token === null) this.user = user;
    if (user !== null) this.#identity.recognised();
    return this.build !== 'foreign';
  }
}
