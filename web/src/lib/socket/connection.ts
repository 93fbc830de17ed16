import type { ClockReading } from '$lib/clock/remaining';
import type {
  ClientMessage,
  Command,
  ErrorCode,
  Event,
  Notice,
  Outcome,
  RoomSummary,
  SeatPresence,
  ServerMessage,
  Snapshot,
  User,
} from '$lib/protocol/types';
import { backoffMs } from './backoff';
import { commandId } from './command-id';
import { Heartbeat } from './heartbeat';
import { Refusal } from '$lib/protocol/refusal';
import { ServerTime } from '$lib/clock/server-time';

/** `open` once the server has said hello; `doubtful` while it owes an answer; `waiting` between two attempts. */
export type ConnectionState = 'connecting' | 'open' | 'doubtful' | 'waiting';

/** Somebody who wants to know everything about one room. */
export interface RoomFollower {
  /** The last `seq` known, or nothing to get a snapshot. */
  since(): number | undefined;
  snapshot(snapshot: Snapshot): void;
  event(event: Event): void;
  /** @param seats who is there, by seat */
  presence(seats: readonly SeatPresence[]): void;
  /** The clocks have changed though nothing happened in the game. */
  clock(reading: ClockReading): void;
  notice(notice: Notice): void;
  /** @param yours whether it is this socket from which one plays there, and not another one of one's own */
  control(yours: boolean): void;
  /** The room cannot be watched. */
  refused(refusal: Refusal): void;
}

export interface LobbyFollower {
  /** @param full whether `rooms` replaces what one had */
  changed(rooms: readonly RoomSummary[], gone: readonly string[], full: boolean): void;
}

export interface ConnectionListener {
  state(state: ConnectionState): void;
  /** The server says who one is: nobody, when the session is not or no longer known. */
  user(user: User | null): void;
  /** The round trip of the last ping. */
  latency(ms: number): void;
  /** An error that answers none of the commands. */
  error(refusal: Refusal): void;
}

interface Pending {
  readonly message: ClientMessage;
  /** Whether it is sent again after a reconnect. Watching is begun anew instead. */
  readonly lasting: boolean;
  resolve(outcome: Outcome): void;
  reject(refusal: Refusal): void;
}

/** A server that has not said hello for so long is given up. */
const HELLO_WITHIN_MS = 7000;
/** How long to wait before asking again for what a server in trouble has refused. */
const TROUBLE_MS = 2000;
/** Refusals that may be different a moment later. */
const TROUBLES: readonly ErrorCode[] = ['rate_limited', 'busy', 'unavailable', 'internal'];

/**
 * The one socket of the page. It connects again by itself; every command is answered exactly once, however many
 * connections that takes, because it is sent again under the same id until the answer arrives.
 */
export class Connection {
  readonly time = new ServerTime();
  readonly #open: () => WebSocket;
  readonly #listener: ConnectionListener;
  readonly #pending = new Map<string, Pending>();
  readonly #rooms = new Map<string, RoomFollower>();
  readonly #lobbies = new Map<string, LobbyFollower>();
  #socket: WebSocket | null = null;
  #state: ConnectionState = 'connecting';
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #heartbeat = new Heartbeat({
    ping: (t) => this.#send({ type: 'ping', t }),
    doubt: (doubtful) => this.#turn(doubtful ? 'doubtful' : 'open'),
    dead: () => this.#lost(),
  });

  /** @param open makes a socket that begins to connect */
  constructor(open: () => WebSocket, listener: ConnectionListener) {
    this.#open = open;
    this.#listener = listener;
  }

  /** Connects, or connects anew where there is a connection. */
  start(): void {
    this.#drop();
    clearTimeout(this.#timer);
    this.#turn('connecting');
    const socket = this.#open();
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#receive(data);
    };
    socket.onclose = () => this.#lost();
    socket.onerror = () => socket.close();
    this.#timer = setTimeout(() => this.#lost(), HELLO_WITHIN_MS);
  }

  /** Lets go of the connection until it is started again. */
  stop(): void {
    this.#drop();
    clearTimeout(this.#timer);
    this.#turn('waiting');
  }

  /** The network or the page may have come back: do not wait, and do not trust an old connection. */
  nudge(): void {
    if (this.#state === 'waiting') this.start();
    else if (this.#isOpen) this.#heartbeat.check();
  }

  /**
   * Sends a command.
   *
   * @throws {Refusal} (as a rejection) when the server refuses it
   */
  request(command: Command): Promise<Outcome> {
    return this.#command(command, true);
  }

  /** Watches a room until the function that is returned is called. */
  follow(room: string, follower: RoomFollower): () => void {
    this.#rooms.set(room, follower);
    this.rewatch(room);
    return () => {
      if (this.#rooms.get(room) !== follower) return;
      this.#rooms.delete(room);
      if (this.#isOpen) this.#quietly({ type: 'unwatch', room });
    };
  }

  /** Asks for what is missing of a room that is followed. */
  rewatch(room: string): void {
    const follower = this.#rooms.get(room);
    if (follower === undefined || !this.#isOpen) return;
    const since = follower.since();
    const command: Command = { type: 'watch', room, ...(since !== undefined && { since }) };
    // One plays from the socket that watched last, unless the server says otherwise.
    const watching = this.#command(command, false).then(() => follower.control(true));
    watching.catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal) || this.#rooms.get(room) !== follower) return;
      if (TROUBLES.includes(refusal.code)) this.rewatchLater(room);
      else follower.refused(refusal);
    });
  }

  /** As `rewatch`, when the server has had time to get over its trouble. */
  rewatchLater(room: string): void {
    setTimeout(() => this.rewatch(room), TROUBLE_MS);
  }

  /** Follows the list of a lobby until the function that is returned is called. */
  subscribe(lobby: string, follower: LobbyFollower): () => void {
    this.#lobbies.set(lobby, follower);
    if (this.#isOpen) this.#quietly({ type: 'subscribe', lobby });
    return () => {
      if (this.#lobbies.get(lobby) !== follower) return;
      this.#lobbies.delete(lobby);
      if (this.#isOpen) this.#quietly({ type: 'unsubscribe', lobby });
    };
  }

  /** For commands of which only a failure matters, and that one not to a single caller. */
  #quietly(command: Command): void {
    this.#command(command, false).catch((refusal: unknown) => {
      if (refusal instanceof Refusal) this.#listener.error(refusal);
    });
  }

  #command(command: Command, lasting: boolean): Promise<Outcome> {
    const id = commandId();
    const message: ClientMessage = { id, ...command };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { message, lasting, resolve, reject });
      if (this.#isOpen) this.#send(message);
    });
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.#heartbeat.heard();
    switch (message.type) {
      case 'hello':
        this.time.learn(message.now);
        this.#hello(message.user);
        break;
      case 'ok':
        this.#answered(message.id)?.resolve(message.result);
        break;
      case 'error': {
        const refusal = new Refusal(message.code, message.message, message.reason);
        const pending = this.#answered(message.id);
        if (pending === undefined) this.#listener.error(refusal);
        else pending.reject(refusal);
        break;
      }
      case 'snapshot':
        this.#rooms.get(message.room)?.snapshot(message);
        break;
      case 'event':
        this.#rooms.get(message.room)?.event(message);
        break;
      case 'presence':
        this.#rooms.get(message.room)?.presence(message.seats);
        break;
      case 'clock':
        this.#rooms.get(message.room)?.clock({ clocks: message.clocks, at: message.at });
        break;
      case 'notice':
        this.#rooms.get(message.room)?.notice(message.notice);
        break;
      case 'control':
        this.#rooms.get(message.room)?.control(message.yours);
        break;
      case 'lobby':
        this.#lobbies.get(message.lobby)?.changed(message.rooms, message.gone, message.full);
        break;
      case 'pong':
        this.time.learn(message.now);
        this.#listener.latency(this.#heartbeat.answered(message.t));
        break;
    }
  }

  #answered(id: string | undefined): Pending | undefined {
    if (id === undefined) return undefined;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** What is followed is asked for first, so that answers to old commands meet a state that is up to date. */
  #hello(user: User | null): void {
    clearTimeout(this.#timer);
    this.#attempts = 0;
    this.#turn('open');
    this.#listener.user(user);
    // The listener may have let go of the connection, for want of a session.
    if (!this.#isOpen) return;
    const again = [...this.#pending.values()].filter(({ lasting }) => lasting);
    for (const room of this.#rooms.keys()) this.rewatch(room);
    for (const lobby of this.#lobbies.keys()) this.#quietly({ type: 'subscribe', lobby });
    for (const { message } of again) this.#send(message);
    this.#heartbeat.start();
  }

  get #isOpen(): boolean {
    return this.#state === 'open' || this.#state === 'doubtful';
  }

  #turn(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.state(state);
  }

  #lost(): void {
    this.#drop();
    clearTimeout(this.#timer);
    this.#turn('waiting');
    this.#timer = setTimeout(() => this.start(), backoffMs(this.#attempts, Math.random()));
    this.#attempts += 1;
  }

  /** Lets go of the socket; what was asked on it and is not asked again is forgotten. */
  #drop(): void {
    this.#heartbeat.stop();
    if (this.#socket !== null) {
      this.#socket.onmessage = null;
      this.#socket.onclose = null;
      this.#socket.onerror = null;
      this.#socket.close();
      this.#socket = null;
    }
    for (const [id, { lasting }] of this.#pending) {
      if (!lasting) this.#pending.delete(id);
    }
  }
}
