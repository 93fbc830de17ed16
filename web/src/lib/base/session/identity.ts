import { becomeGuest, me } from '$lib/base/api/api';
import { failureOf, type Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import { exclusively } from '$lib/base/platform/lock';
import { read, write } from '$lib/base/platform/storage';
import { broadcast } from '$lib/base/platform/tabs';

const LOCK = 'guest';
const TOKEN = 'sumito-token';

/** The effects of a new identity on a connection. */
export interface Introduced {
  /** Shows the token on the socket that is open. */
  introduce(): void;
  /** Connects again, with the cookie. */
  start(): void;
  stayAnonymous(failure: Failure): void;
}

/**
 * Turns an anonymous visitor into a guest. The server sets a cookie; if the browser does not keep it, the token is kept for the tab
 * and shown on each socket. The tabs of a browser are one guest.
 */
export class Identity {
  readonly #connection: () => Introduced;
  readonly #locked: () => void;
  #token = read('session', TOKEN);
  /** The request that makes the visitor a guest; `null` when none is in flight. */
  #becoming: Promise<void> | null = null;
  /** Whether a cookie that is valid over HTTP was rejected on the socket. */
  #cookieIsVain = false;

  /** @param locked called when the visitor must log in, because the site has no guests */
  constructor(connection: () => Introduced, locked: () => void) {
    this.#connection = connection;
    this.#locked = locked;
  }

  get token(): string | null {
    return this.#token;
  }

  /** The token is no longer valid. */
  forget(): void {
    this.#token = null;
    write('session', TOKEN, null);
  }

  /** The user has logged in or out: uses another token, or none. The token is kept only if the browser keeps no cookie. */
  async became(token: string | null): Promise<void> {
    const hasCookie = token === null || (await me()) !== null;
    this.forget();
    if (hasCookie) return;
    this.#token = token;
    write('session', TOKEN, token);
  }

  /** The server has recognised the user. */
  recognised(): void {
    this.#cookieIsVain = false;
  }

  /**
   * Makes an anonymous visitor a guest, once at a time, and passes the outcome to the connection.
   *
   * @throws {Failure} (as a rejection) when the visitor stays anonymous
   */
  become(): Promise<void> {
    this.#becoming ??= this.#tried().finally(() => {
      this.#becoming = null;
    });
    return this.#becoming;
  }

  async #tried(): Promise<void> {
    try {
      await exclusively(LOCK, () => this.#become());
    } catch (error) {
      const failure = failureOf(error);
      this.#connection().stayAnonymous(failure);
      if (failure instanceof Refusal && failure.code === 'no_guests') this.#locked();
      throw failure;
    }
  }

  async #become(): Promise<void> {
    // Another tab may have become a guest since the socket was opened.
    if (!this.#cookieIsVain && (await me()) !== null) {
      this.#cookieIsVain = true;
      this.#connection().start();
      return;
    }
    const { token, user } = await becomeGuest();
    const kept = await me();
    if (token === null || (kept !== null && kept.id !== user.id)) {
      // Another tab was as quick: the browser has its cookie, and all tabs are one guest.
      this.#connection().start();
      return;
    }
    this.#token = token;
    if (kept === null) write('session', TOKEN, token);
    this.#connection().introduce();
    broadcast('guest-created');
  }
}
