import { NetworkFailure, NotSent, Unanswered, type Failure } from '$lib/base/protocol/failure';
import type { Refusal } from '$lib/base/protocol/refusal';
import type { ClientMessage, Command, Outcome } from '$lib/base/protocol/types';
import { retryMs } from './backoff';
import { commandId } from './command-id';
import { needsUser, policyOf } from './policy';

/** The time for which a command that can expire waits for a connection, or for a server in trouble. */
export const EXPIRES_AFTER_MS = 8000;

/** Whether the server has identified the user; `unknown` without a connection, or until the server has answered. */
export type Authentication = 'unknown' | 'anonymous' | 'authenticated';

export interface CommandsListener {
  send(message: ClientMessage): void;
  /** A command waits for a user. */
  anonymous(): void;
  /** The commands that are still to be sent, the oldest first. */
  waiting(commands: readonly Command['type'][]): void;
}

interface Entry {
  readonly message: ClientMessage & { readonly id: string };
  /** Whether it is on its way over the open socket. */
  live: boolean;
  /** Whether it was ever sent without getting an answer. */
  sent: boolean;
  /** Whether it must not be sent any more. */
  expired: boolean;
  /** The reason of a server in trouble for not executing it so far. */
  trouble: Refusal | null;
  troubles: number;
  retry?: ReturnType<typeof setTimeout>;
  /** Releases its timer and listeners. */
  release: () => void;
  resolve(outcome: Outcome): void;
  reject(failure: Failure): void;
}

/** The unanswered commands. Each is answered once, or dropped, by its policy. */
export class Commands {
  readonly #listener: CommandsListener;
  readonly #entries = new Map<string, Entry>();
  #authentication: Authentication = 'unknown';

  constructor(listener: CommandsListener) {
    this.#listener = listener;
  }

  /**
   * @param page aborts when the user leaves the page that gave the command
   * @param id the id of an earlier attempt, if there was one
   * @throws {Failure} (as a rejection) when the command is rejected, not sent or not answered
   */
  request(command: Command, page?: AbortSignal, id = commandId()): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const fresh = { live: false, sent: false, expired: false, trouble: null, troubles: 0 };
      const entry: Entry = { message: { id, ...command }, ...fresh, release: () => undefined, resolve, reject };
      this.#entries.set(id, entry);
      if (policyOf(command) === 'expiring') this.#watchOver(entry, page);
      this.#try(entry);
      this.#reportWaiting();
    });
  }

  /** The socket is open and its user, if any, is known: queued commands are sent in order. */
  open(authentication: 'anonymous' | 'authenticated'): void {
    this.#authentication = authentication;
    for (const entry of [...this.#entries.values()]) this.#try(entry);
    this.#reportWaiting();
  }

  /** The socket has closed: drops the commands that have no meaning on another socket. */
  close(): void {
    this.#authentication = 'unknown';
    for (const entry of [...this.#entries.values()]) {
      entry.live = false;
      if (policyOf(entry.message) === 'fleeting') this.#end(entry)?.reject(new NetworkFailure('the connection broke'));
    }
    this.#reportWaiting();
  }

  ok(id: string | undefined, outcome: Outcome): void {
    this.#end(this.#entry(id))?.resolve(outcome);
    this.#reportWaiting();
  }

  /** @returns whether the error answers a command */
  error(id: string | undefined, refusal: Refusal): boolean {
    const entry = this.#entry(id);
    if (entry === undefined) return false;
    if (refusal.isPassing && !entry.expired && policyOf(entry.message) !== 'fleeting') this.#later(entry, refusal);
    else this.#end(entry)?.reject(refusal);
    this.#reportWaiting();
    return true;
  }

  /** The visitor cannot become a user: fails the commands that wait for a user. */
  stayAnonymous(failure: Failure): void {
    for (const entry of [...this.#entries.values()]) {
      if (needsUser(entry.message) && !entry.live && !entry.expired) this.#end(entry)?.reject(failure);
    }
    this.#reportWaiting();
  }

  /** The subscriptions are up to date again, and show the effects of commands whose answers were lost. */
  settle(): void {
    for (const entry of [...this.#entries.values()]) {
      if (entry.expired && !entry.live) this.#end(entry)?.reject(new Unanswered(entry.message.type));
    }
    this.#reportWaiting();
  }

  /** Drops a command after a while, and when the user leaves its page. */
  #watchOver(entry: Entry, page?: AbortSignal): void {
    const expire = (): void => this.#expire(entry);
    const timer = setTimeout(expire, EXPIRES_AFTER_MS);
    page?.addEventListener('abort', expire);
    entry.release = () => {
      clearTimeout(timer);
      page?.removeEventListener('abort', expire);
    };
    if (page?.aborted) expire();
  }

  /** A command that was sent may have been executed: the subscriptions will show it. */
  #expire(entry: Entry): void {
    entry.expired = true;
    clearTimeout(entry.retry);
    if (entry.live) return;
    if (entry.trouble !== null) this.#end(entry)?.reject(entry.trouble);
    else if (!entry.sent) this.#end(entry)?.reject(new NotSent(entry.message.type));
    this.#reportWaiting();
  }

  #try(entry: Entry): void {
    if (entry.live || entry.expired || !this.#entries.has(entry.message.id)) return;
    clearTimeout(entry.retry);
    if (needsUser(entry.message)) {
      if (this.#authentication === 'anonymous') this.#listener.anonymous();
      if (this.#authentication !== 'authenticated') return;
    }
    entry.live = true;
    entry.sent = true;
    entry.trouble = null;
    this.#listener.send(entry.message);
  }

  #later(entry: Entry, refusal: Refusal): void {
    entry.live = false;
    entry.trouble = refusal;
    entry.retry = setTimeout(() => {
      this.#try(entry);
      this.#reportWaiting();
    }, retryMs(entry.troubles));
    entry.troubles += 1;
  }

  #entry(id: string | undefined): Entry | undefined {
    return id === undefined ? undefined : this.#entries.get(id);
  }

  #end(entry: Entry | undefined): Entry | undefined {
    if (entry === undefined || !this.#entries.delete(entry.message.id)) return undefined;
    entry.release();
    clearTimeout(entry.retry);
    return entry;
  }

  #reportWaiting(): void {
    const waiting = [...this.#entries.values()].filter(({ live, expired, message }) => !live && !expired && needsUser(message));
    this.#listener.waiting(waiting.map(({ message }) => message.type));
  }
}
