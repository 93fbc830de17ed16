import type { Client } from './client.js';
import { Closed, type SumitoError } from './errors.js';
import type { Subscriber } from './topics.js';
import { topicKey } from './topics.js';
import type { Command, ServerMessage } from './types.js';

/** An item of a reader's queue; `begun` means that later messages are up to date. */
export type Item = ServerMessage | 'begun';

/** The internals of a client that its readers use. */
export interface Connection {
  readonly client: Client;
  readonly queue: number;
  subscribe(subscriber: Subscriber): void;
  unsubscribe(subscriber: Subscriber, end: Command): void;
  requestAgain(topic: string): void;
  requestLater(topic: string): void;
}

/** A subscription to a topic, with a bounded queue. The program reads it with `next` or `for await`, and ends it with `close`. */
export abstract class Reader<Update> implements Subscriber, AsyncIterable<Update> {
  readonly topic: string;
  protected readonly connection: Connection;
  protected hasLostItems = false;
  readonly #items: Item[] = [];
  #end: SumitoError | undefined;
  #waiting: (() => void)[] = [];

  constructor(connection: Connection, kind: string, subject: unknown) {
    this.connection = connection;
    this.topic = topicKey(kind, subject);
  }

  /** Waits for the next change, and returns it. Rejects with the reason if the subscription has ended. */
  abstract next(): Promise<Update>;
  abstract begin(): Command;
  protected abstract finish(): Command;

  /** The last event that the reader has; 0 for none. */
  get known(): number {
    return 0;
  }

  /** The number of messages that wait for the reader. */
  get queued(): number {
    return this.#items.length;
  }

  begun(): void {
    this.#push('begun');
  }

  deliver(message: ServerMessage): void {
    this.#push(message);
  }

  ended(failure: SumitoError): void {
    this.#end = failure;
    this.#wake();
  }

  /** Ends the subscription. */
  close(): void {
    if (this.#end !== undefined) return;
    this.#items.length = 0;
    this.ended(new Closed());
    this.connection.unsubscribe(this, this.finish());
  }

  /** Reads until the subscription ends; leaving the loop does not end it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Update, void, undefined> {
    for (;;) {
      try {
        yield await this.next();
      } catch (failure) {
        if (failure instanceof Closed) return;
        throw failure;
      }
    }
  }

  /** Returns the next item of the queue. */
  protected async take(): Promise<Item> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) return item;
      if (this.#end !== undefined) throw this.#end;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  protected clear(): void {
    this.#items.length = 0;
  }

  /** Queues an item. If the queue is full, the oldest is dropped: the next read requests the missing messages. */
  #push(item: Item): void {
    if (this.#items.length >= this.connection.queue) {
      this.#items.shift();
      this.hasLostItems = true;
    }
    this.#items.push(item);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
