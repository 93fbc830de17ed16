import { Closed, Disconnected, Expired, OutcomeUnknown, type Refused, type SumitoError } from './errors.js';
import { EXPIRES_AFTER_MS, beforeAskingMs, policyOf, type RetryPolicy } from './policy.js';
import type { ClientMessage, Command, Outcome } from './types.js';

interface Entry {
  readonly id: string;
  readonly message: ClientMessage;
  readonly policy: RetryPolicy;
  /** When it expires; `Infinity` if it does not. */
  readonly expiresAt: number;
  /** The topic whose subscription this command starts. */
  readonly topic: string | undefined;
  /** Whether it was sent over the current connection. */
  isLive: boolean;
  /** Whether it was ever sent without getting an answer. */
  wasSent: boolean;
  /** The server's last temporary rejection. */
  trouble: Refused | undefined;
  troubles: number;
  retryAt: number;
  resolve(outcome: Outcome): void;
  reject(failure: SumitoError): void;
}

/** The caller of a command. */
export interface Caller {
  resolve(outcome: Outcome): void;
  reject(failure: SumitoError): void;
}

/** Unanswered commands, in their order. Each is answered or fails once, according to its policy. */
export class Pending {
  readonly #entries = new Map<string, Entry>();
  readonly #expiresAfterMs: number;
  #isOpen = false;

  constructor(expiresAfterMs = EXPIRES_AFTER_MS) {
    this.#expiresAfterMs = expiresAfterMs;
  }

  /** Adds a command, which {@link unsent} returns when it can be sent. */
  add(command: Command, caller: Caller, now: number): void {
    this.#insert(command, caller, now, undefined);
  }

  /** Adds a command that starts the subscription of a topic; returns the message to send at once. */
  subscribe(command: Command, topic: string, now: number): ClientMessage {
    const ignored = { resolve: () => undefined, reject: () => undefined };
    return sent(this.#insert(command, ignored, now, topic));
  }

  /** Returns the commands to send now. */
  unsent(now: number): ClientMessage[] {
    if (!this.#isOpen) return [];
    const isReady = (entry: Entry): boolean => !entry.isLive && now >= entry.retryAt && now < entry.expiresAt;
    return [...this.#entries.values()].filter(isReady).map(sent);
  }

  /** Allows sending, once the subscriptions were requested on a new connection. */
  open(): void {
    this.#isOpen = true;
  }

  /** Handles the loss of the connection: commands that were valid only on it fail. */
  disconnected(): void {
    this.#isOpen = false;
    for (const entry of this.#entries.values()) {
      entry.isLive = false;
      entry.retryAt = 0;
    }
    this.#fail(
      (entry) => entry.policy === 'fleeting',
      () => new Disconnected(),
    );
  }

  /** Handles the answer `ok`; returns the topic that the command has subscribed to, if any. */
  ok(id: string | undefined, outcome: Outcome): string | undefined {
    const entry = this.#entries.get(id ?? '');
    if (entry === undefined) return undefined;
    this.#entries.delete(entry.id);
    entry.resolve(outcome);
    return entry.topic;
  }

  /** Handles a rejection; returns the topic whose subscription was rejected, if any. */
  refused(id: string | undefined, refusal: Refused, now: number): string | undefined {
    const entry = this.#entries.get(id ?? '');
    if (entry === undefined) return undefined;
    if (refusal.isTransient && entry.policy !== 'fleeting' && now < entry.expiresAt) {
      entry.isLive = false;
      entry.trouble = refusal;
      entry.retryAt = now + beforeAskingMs(entry.troubles);
      entry.troubles += 1;
      return undefined;
    }
    this.#entries.delete(entry.id);
    entry.reject(refusal);
    return entry.topic;
  }

  /** Fails the expired commands, except those that were sent and whose outcome is unknown. */
  expire(now: number): void {
    this.#fail(
      (entry) => {
        const isUnknown = entry.isLive || (entry.wasSent && entry.trouble === undefined);
        return now >= entry.expiresAt && !isUnknown;
      },
      (entry) => entry.trouble ?? new Expired(),
    );
  }

  /** Handles that all subscriptions are up to date: they show the effect of commands whose answers were lost. */
  settle(now: number): void {
    this.#fail(
      (entry) => now >= entry.expiresAt && !entry.isLive,
      () => new OutcomeUnknown(),
    );
  }

  close(): void {
    this.#fail(
      () => true,
      () => new Closed(),
    );
  }

  /** Returns the time of the next due action. */
  deadline(now: number): number {
    let next = Infinity;
    for (const entry of this.#entries.values()) {
      if (entry.expiresAt > now) next = Math.min(next, entry.expiresAt);
      if (this.#isOpen && !entry.isLive && entry.retryAt > now) next = Math.min(next, entry.retryAt);
    }
    return next;
  }

  #insert(command: Command, caller: Caller, now: number, topic: string | undefined): Entry {
    const id = randomId();
    const policy = policyOf(command.type);
    const entry: Entry = {
      id,
      message: { id, ...command },
      policy,
      expiresAt: policy === 'expiring' ? now + this.#expiresAfterMs : Infinity,
      topic,
      isLive: false,
      wasSent: false,
      trouble: undefined,
      troubles: 0,
      retryAt: 0,
      resolve: (outcome) => caller.resolve(outcome),
      reject: (failure) => caller.reject(failure),
    };
    this.#entries.set(id, entry);
    return entry;
  }

  #fail(isConcerned: (entry: Entry) => boolean, reason: (entry: Entry) => SumitoError): void {
    for (const entry of [...this.#entries.values()].filter(isConcerned)) {
      this.#entries.delete(entry.id);
      entry.reject(reason(entry));
    }
  }
}

function sent(entry: Entry): ClientMessage {
  entry.isLive = true;
  entry.wasSent = true;
  entry.trouble = undefined;
  return entry.message;
}

/** Returns a random id: `crypto.randomUUID` does not exist on pages without HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
