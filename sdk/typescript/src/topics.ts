import type { Refused, SumitoError } from './errors.js';
import { beforeAskingMs } from './policy.js';
import type { Command, ServerMessage } from './types.js';

/** Topics that are requested at the same time: their messages wait on the server until this client reads them. */
const CONCURRENT_REQUESTS = 4;

/** A subscriber of a topic. */
export interface Subscriber {
  readonly topic: string;
  /** The last event that the subscriber has; 0 for none. */
  readonly known: number;
  /** The command that starts the subscription, or continues it after the last known event. */
  begin(): Command;
  /** The server has confirmed the subscription: later messages are up to date. */
  begun(): void;
  deliver(message: ServerMessage): void;
  /** The subscription was rejected, or has ended. */
  ended(failure: SumitoError): void;
}

interface Channel {
  subscribers: Subscriber[];
  isRequesting: boolean;
  rejections: number;
  retryAt: number;
}

/** Returns the name of a topic: equal for equal subjects. */
export function topicKey(kind: string, subject: unknown): string {
  return JSON.stringify([kind, subject], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

/** Returns the topic of a message from the server, if it has one. */
export function topicOf(message: ServerMessage): string | undefined {
  switch (message.type) {
    case 'snapshot':
    case 'event':
    case 'presence':
    case 'ratings':
    case 'clock':
    case 'control':
    case 'conditional_moves':
    case 'notice':
      return topicKey('room', message.room);
    case 'lobby':
      return topicKey('lobby', message.lobby);
    case 'my_games':
      return topicKey('my_games', true);
    case 'boards':
      return topicKey('boards', message.of);
    case 'chat':
      return topicKey('chat', message.channel);
    case 'analysis':
      return topicKey('analysis', message.game);
    case 'tournament':
      return topicKey('tournament', message.state.id);
    default:
      return undefined;
  }
}

/** Long messages of which further parts will arrive. */
export class Parts {
  readonly #incomplete = new Map<string, Record<string, unknown>>();

  /** Returns the whole message with its last part, and nothing before. */
  join(topic: string, part: object): object | undefined {
    const fields = part as Record<string, unknown>;
    const known = this.#incomplete.get(topic);
    this.#incomplete.delete(topic);
    const whole: Record<string, unknown> = known === undefined ? fields : { ...known };
    if (known !== undefined) {
      delete whole['more'];
      for (const [name, value] of Object.entries(fields)) {
        const before = whole[name];
        if (Array.isArray(value)) whole[name] = Array.isArray(before) ? [...(before as unknown[]), ...(value as unknown[])] : value;
        else if (name !== 'full') whole[name] = value;
      }
    }
    if (whole['more'] !== true) return whole;
    this.#incomplete.set(topic, whole);
    return undefined;
  }

  clear(): void {
    this.#incomplete.clear();
  }
}

/** All subscriptions of a client: renewed on each connection, and repeated while the server is in trouble. */
export class Topics {
  readonly #channels = new Map<string, Channel>();
  readonly #parts = new Parts();
  /** The topics to request, in order. */
  #queue: string[] = [];
  #requesting = 0;

  /** Adds a subscriber, and schedules the request of its topic. */
  add(subscriber: Subscriber): void {
    const channel = this.#channels.get(subscriber.topic) ?? { subscribers: [], isRequesting: false, rejections: 0, retryAt: Infinity };
    this.#channels.set(subscriber.topic, channel);
    channel.subscribers.push(subscriber);
    this.requestAgain(subscriber.topic);
  }

  /** Removes a subscriber; returns whether its topic has none left. */
  remove(subscriber: Subscriber): boolean {
    const channel = this.#channels.get(subscriber.topic);
    if (channel === undefined) return false;
    channel.subscribers = channel.subscribers.filter((other) => other !== subscriber);
    if (channel.subscribers.length > 0) return false;
    return this.#channels.delete(subscriber.topic);
  }

  /** Schedules a request for the missing messages of a topic. */
  requestAgain(topic: string): void {
    if (this.#channels.has(topic) && !this.#queue.includes(topic)) this.#queue.push(topic);
  }

  /** Schedules the same after a delay, for a server in trouble. */
  requestLater(topic: string, now: number): void {
    const channel = this.#channels.get(topic);
    if (channel === undefined) return;
    channel.retryAt = now + beforeAskingMs(channel.rejections);
    channel.rejections += 1;
  }

  /** Schedules requests for all topics on a new connection. */
  resume(): void {
    this.#queue = [...this.#channels.keys()];
  }

  /** Handles the loss of the connection. */
  pause(): void {
    this.#requesting = 0;
    this.#queue = [];
    this.#parts.clear();
    for (const channel of this.#channels.values()) {
      channel.isRequesting = false;
      channel.retryAt = Infinity;
    }
  }

  /** Schedules the requests whose delay is over. */
  scheduleRetries(now: number): void {
    for (const [topic, channel] of this.#channels) {
      if (now < channel.retryAt) continue;
      channel.retryAt = Infinity;
      this.requestAgain(topic);
    }
  }

  /** Returns the subscriber that determines the next request, marking its topic as requested. */
  nextRequest(): Subscriber | undefined {
    if (this.#requesting >= CONCURRENT_REQUESTS) return undefined;
    this.#queue = this.#queue.filter((topic) => this.#channels.has(topic));
    const topic = this.#queue.find((queued) => this.#channels.get(queued)?.isRequesting === false);
    const channel = this.#channels.get(topic ?? '');
    if (channel === undefined) return undefined;
    this.#queue = this.#queue.filter((queued) => queued !== topic);
    channel.isRequesting = true;
    channel.retryAt = Infinity;
    this.#requesting += 1;
    // The answer starts after the last event that all subscribers have.
    return channel.subscribers.reduce((first, other) => (other.known < first.known ? other : first));
  }

  get allRequested(): boolean {
    return this.#queue.length === 0;
  }

  get isUpToDate(): boolean {
    return this.#requesting === 0 && this.#queue.length === 0;
  }

  /** Handles the server's confirmation. */
  confirmed(topic: string): void {
    const channel = this.#answered(topic);
    if (channel === undefined) return;
    channel.rejections = 0;
    for (const subscriber of channel.subscribers) subscriber.begun();
  }

  /** Handles the server's rejection. */
  rejected(topic: string, refusal: Refused, now: number): void {
    const channel = this.#answered(topic);
    if (channel === undefined) return;
    if (refusal.isTransient || refusal.code === 'internal') {
      this.requestLater(topic, now);
      return;
    }
    this.#channels.delete(topic);
    for (const subscriber of channel.subscribers) subscriber.ended(refusal);
  }

  /** Delivers a message to its subscribers, once all its parts have arrived. */
  deliver(message: ServerMessage): void {
    const topic = topicOf(message);
    const channel = this.#channels.get(topic ?? '');
    if (topic === undefined || channel === undefined) return;
    const whole = this.#parts.join(topic, message);
    if (whole === undefined) return;
    for (const subscriber of channel.subscribers) subscriber.deliver(whole as ServerMessage);
  }

  /** Handles the end of the client. */
  close(failure: SumitoError): void {
    const channels = [...this.#channels.values()];
    this.#channels.clear();
    for (const subscriber of channels.flatMap((channel) => channel.subscribers)) subscriber.ended(failure);
  }

  /** Returns the time of the next delayed request. */
  deadline(): number {
    return Math.min(Infinity, ...[...this.#channels.values()].map((channel) => channel.retryAt));
  }

  #answered(topic: string): Channel | undefined {
    this.#requesting = Math.max(0, this.#requesting - 1);
    const channel = this.#channels.get(topic);
    if (channel !== undefined) channel.isRequesting = false;
    return channel;
  }
}
