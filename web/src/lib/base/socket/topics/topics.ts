import { Refusal } from '$lib/base/protocol/refusal';
import type { Command, Outcome, ServerMessage } from '$lib/base/protocol/types';
import { retryMs } from '../backoff';
import { ANALYSIS } from './analysis';
import { BOARDS } from './boards';
import { Channel } from './channel';
import { CHAT } from './chat';
import { LOBBY } from './lobby';
import { MY_GAMES } from './my-games';
import { ROOM } from './room';
import { STUDY } from './study';
import { TOURNAMENT } from './tournament';
import type { Follower, Followers, Kind, Topic, TopicKind } from './topic';

const KINDS: { readonly [K in Kind]: TopicKind<Followers[K]> } = {
  room: ROOM,
  lobby: LOBBY,
  myGames: MY_GAMES,
  analysis: ANALYSIS,
  chat: CHAT,
  tournament: TOURNAMENT,
  boards: BOARDS,
  study: STUDY,
};

type Channels = { readonly [K in Kind]: Map<string, Channel<Followers[K]>> };

/** A subscription, as its follower holds it. */
export interface Following {
  /** Requests the missing updates. */
  again(): void;
  /** As `again`, but after a pause that gives the server time to recover. */
  againLater(): void;
  /** Ends the subscription. */
  end(): void;
}

/** All subscriptions of a connection: renewed on each socket, and retried while the server is in trouble. */
export class Topics {
  readonly #ask: (command: Command) => Promise<Outcome>;
  readonly #channels: Channels = {
    room: new Map(),
    lobby: new Map(),
    myGames: new Map(),
    analysis: new Map(),
    chat: new Map(),
    tournament: new Map(),
    boards: new Map(),
    study: new Map(),
  };
  #open = false;
  /** Whether the open socket has a user. */
  #identified = false;

  /** @param ask sends a command on the open socket only */
  constructor(ask: (command: Command) => Promise<Outcome>) {
    this.#ask = ask;
  }

  follow<K extends Kind>({ kind, id }: Topic<K>, follower: Followers[K]): Following {
    const channels: Map<string, Channel<Followers[K]>> = this.#channels[kind];
    const channel = channels.get(id) ?? new Channel<Followers[K]>(id, KINDS[kind]);
    channels.set(id, channel);
    channel.add(follower);
    void this.#begin(channel);
    return {
      again: () => void this.#begin(channel),
      againLater: () => this.#beginLater(channel),
      end: () => {
        channel.remove(follower);
        if (!channel.isEmpty || channels.get(id) !== channel) return;
        channels.delete(id);
        clearTimeout(channel.retry);
        // The server's answer no longer matters.
        if (this.#open) this.#ask(channel.end()).catch(() => undefined);
      },
    };
  }

  /**
   * Starts all public topics on a socket that has just opened.
   *
   * @returns settles when the server has answered all of them, with success or failure
   */
  async resume(): Promise<void> {
    this.#open = true;
    await Promise.all(this.#all().map((channel) => this.#begin(channel)));
  }

  /** The socket has a user now: starts the topics that need a user. */
  identified(): void {
    this.#identified = true;
    for (const channel of this.#all()) if (channel.needsUser) void this.#begin(channel);
  }

  /** The socket has closed. */
  pause(): void {
    this.#open = false;
    this.#identified = false;
    for (const channel of this.#all()) channel.pause();
  }

  /** Passes a message to the followers of its topic. */
  deliver(message: ServerMessage): void {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const id = KINDS[kind].idOf(message);
      if (id !== null) this.#channels[kind].get(id)?.deliver(message);
    }
  }

  #all(): Channel<Follower>[] {
    return Object.values(this.#channels).flatMap((channels: ReadonlyMap<string, Channel<Follower>>) => [...channels.values()]);
  }

  async #begin<F extends Follower>(channel: Channel<F>): Promise<void> {
    if (!this.#open || channel.isEmpty || (channel.needsUser && !this.#identified)) return;
    if (channel.asking) {
      channel.again = true;
      return;
    }
    clearTimeout(channel.retry);
    channel.asking = true;
    try {
      await this.#ask(channel.begin());
      channel.asking = false;
      channel.troubles = 0;
      channel.begun();
      if (channel.again) this.#onceMore(channel);
    } catch (error) {
      // Without an answer, the topic starts again on the next socket.
      if (!(error instanceof Refusal)) return;
      channel.asking = false;
      if (error.isPassing || error.code === 'internal') this.#beginLater(channel);
      else channel.onError(error);
    }
  }

  #onceMore<F extends Follower>(channel: Channel<F>): void {
    channel.again = false;
    void this.#begin(channel);
  }

  #beginLater<F extends Follower>(channel: Channel<F>): void {
    clearTimeout(channel.retry);
    channel.retry = setTimeout(() => void this.#begin(channel), retryMs(channel.troubles));
    channel.troubles += 1;
  }
}
