import { ServerTime } from './server-time';
import type { Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Command, Outcome, ServerMessage } from '$lib/base/protocol/types';
import { Commands } from './commands';
import { Heartbeat } from './heartbeat';
import { Introduction } from './introduction';
import { Line } from './line';
import type { ConnectionListener, ConnectionState, Greeting } from './listener';
import type { Followers, Kind, Topic } from './topics/topic';
import { Topics, type Following } from './topics/topics';

/** The page's only connection. It reconnects, renews its subscriptions, and sends unanswered commands again. */
export class Connection {
  readonly time = new ServerTime();
  readonly #listener: ConnectionListener;
  readonly #line: Line;
  readonly #commands: Commands;
  readonly #topics = new Topics((command) => this.request(command));
  readonly #heartbeat: Heartbeat;
  readonly #introduction: Introduction;
  #state: ConnectionState = 'connecting';
  /** The ping whose answer arrives after all updates that were missed without a connection. */
  #upToDate: number | null = null;

  /** @param open makes a socket that starts to connect */
  constructor(open: () => WebSocket, listener: ConnectionListener) {
    this.#listener = listener;
    this.#line = new Line(open, {
      connecting: () => this.#closed('connecting', 0),
      message: (message) => this.#receive(message),
      lost: (attempts) => this.#closed('waiting', attempts),
    });
    this.#commands = new Commands({
      send: (message) => this.#line.send(message),
      anonymous: () => listener.anonymous(),
      waiting: (commands) => listener.waiting(commands),
    });
    this.#heartbeat = new Heartbeat({
      ping: (t) => this.#line.send({ type: 'ping', t }),
      doubt: (doubtful) => this.#turn(doubtful ? 'doubtful' : 'open', 0),
      dead: () => this.#line.lose(),
    });
    this.#introduction = new Introduction({
      token: () => listener.token(),
      badToken: () => listener.badToken(),
      ask: (command) => this.request(command),
      known: (authentication) => {
        if (authentication === 'authenticated') this.#topics.identified();
        this.#commands.open(authentication);
      },
    });
  }

  /** Connects, or connects again if there is a connection. */
  start(): void {
    this.#line.start();
  }

  /** Closes the connection until it is started again. */
  stop(): void {
    this.#line.stop();
    this.#closed('waiting', 0);
  }

  /** The network or the page may be back: connects without waiting, and checks an old connection. */
  nudge(): void {
    if (this.#state === 'waiting') this.start();
    else if (this.#isOpen) this.#heartbeat.check();
  }

  /**
   * Sends a command, by its policy (`policy.ts`).
   *
   * @param page aborts when the user leaves the page that gave the command
   * @param id the id of an earlier attempt, if there was one
   * @throws {Failure} (as a rejection) when the command is rejected, not sent or not answered
   */
  request(command: Command, page?: AbortSignal, id?: string): Promise<Outcome> {
    return this.#commands.request(command, page, id);
  }

  /** Follows a topic on this and on every later socket, until the caller ends it. */
  follow<K extends Kind>(topic: Topic<K>, follower: Followers[K]): Following {
    return this.#topics.follow(topic, follower);
  }

  /** There is a token now: shows it to the server. */
  introduce(): void {
    if (this.#isOpen) void this.#introduction.show();
  }

  /** The visitor cannot become a user: fails the commands that wait for a user. */
  stayAnonymous(failure: Failure): void {
    this.#commands.stayAnonymous(failure);
  }

  #receive(message: ServerMessage): void {
    this.#heartbeat.heard();
    switch (message.type) {
      case 'hello':
        this.time.learn(message.now);
        this.#hello(message);
        break;
      case 'pong':
        this.time.learn(message.now);
        this.#listener.latency(this.#heartbeat.answered(message.t));
        this.#settle(message.t);
        break;
      case 'ok':
        this.#commands.ok(message.id, message.result);
        break;
      case 'error': {
        const refusal = new Refusal(message.code, message.message, message.reason, message.until, undefined, message.part);
        if (!this.#commands.error(message.id, refusal)) this.#listener.error(refusal);
        break;
      }
      case 'notification':
        this.#listener.notification(message.notification);
        break;
      case 'announcement':
        this.#listener.announcement(message.announcement);
        break;
      default:
        this.#topics.deliver(message);
    }
  }

  /** Subscribes before all else, so that answers to old commands find the state up to date. */
  #hello(greeting: Greeting): void {
    this.#line.greeted();
    if (!this.#listener.hello(greeting)) {
      this.stop();
      return;
    }
    if (!this.#isOpen) {
      this.#turn('open', 0);
      this.#heartbeat.start();
      void this.#topics.resume().then(() => {
        if (this.#isOpen) this.#upToDate = this.#heartbeat.ask();
      });
    }
    this.#introduction.greeted(greeting.user);
  }

  #settle(t: number): void {
    if (this.#upToDate === null || t < this.#upToDate) return;
    this.#upToDate = null;
    this.#commands.settle();
  }

  get #isOpen(): boolean {
    return this.#state === 'open' || this.#state === 'doubtful';
  }

  #closed(state: 'connecting' | 'waiting', attempts: number): void {
    this.#upToDate = null;
    this.#heartbeat.stop();
    this.#introduction.stop();
    this.#topics.pause();
    this.#commands.close();
    this.#turn(state, attempts);
  }

  #turn(state: ConnectionState, attempts: number): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.state(state, attempts);
  }
}
