import { Closed, Disconnected, Refused, SumitoError } from './errors.js';
import { Feed, RoomList, type FeedTopic } from './feed.js';
import { Heartbeat, KEEP_ALIVE, ServerTime, type KeepAlive } from './heartbeat.js';
import { Http } from './http.js';
import { Line, type Hello } from './line.js';
import { Pending, randomId } from './pending.js';
import { EXPIRES_AFTER_MS, beforeConnectingMs, policyOf } from './policy.js';
import type { Connection } from './reader.js';
import { Room } from './room.js';
import { Topics, type Subscriber } from './topics.js';
import type { Command, CreateRoom, MyGame, Outcome, RoomSummary, ServerMessage, User, UserNotification } from './types.js';

/** The usual length of a reader's queue. A move is one message, or two if it changes the presence. */
const QUEUE_MESSAGES = 256;

/** Space for an answer and its messages: with less, a slow reader would repeat its requests without end. */
const FEWEST_QUEUE_MESSAGES = 16;

/** The longest delay of a timer. Later actions are checked again after this time. */
const LONGEST_TIMER_MS = 3_600_000;

/** A timer that is this late shows that the program was busy or suspended. */
const LONG_PAUSE_MS = 1000;

export type Status = 'open' | 'waiting' | 'closed';

export interface ClientOptions {
  /** The user's token. Without a token the client is anonymous: it watches and lists. */
  token?: string;
  /** The number of messages that wait for the reader of a room or a list: 256 by default, and at least 16. */
  queue?: number;
  keepAlive?: Partial<KeepAlive>;
  /** The time for which an expiring command waits for a connection. */
  expiresAfterMs?: number;
  /** Called on each change of the connection. */
  onStatus?: (status: Status) => void;
  /** Called with each notification to the user. */
  onNotification?: (notification: UserNotification) => void;
}

/** A connection to a server. It reconnects automatically, and applies each command only once. */
export class Client {
  readonly http: Http;
  readonly #options: ClientOptions;
  readonly #keepAlive: KeepAlive;
  readonly #topics = new Topics();
  readonly #pending: Pending;
  readonly #time = new ServerTime();
  readonly #connection: Connection;
  #user: User | null = null;
  #status: Status = 'waiting';
  #failure: SumitoError | undefined;
  #failedAttempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  // Of the current connection:
  #line: Line | undefined;
  #heartbeat: Heartbeat;
  #isSettled = false;
  /** The ping whose answer follows all events that were missed without a connection. */
  #upToDatePing: number | undefined;

  private constructor(server: string, options: ClientOptions) {
    this.http = new Http(server, options.token);
    this.#options = options;
    this.#keepAlive = { ...KEEP_ALIVE, ...options.keepAlive };
    this.#pending = new Pending(options.expiresAfterMs ?? EXPIRES_AFTER_MS);
    this.#heartbeat = new Heartbeat(this.#keepAlive, performance.now());
    this.#connection = {
      client: this,
      queue: Math.max(options.queue ?? QUEUE_MESSAGES, FEWEST_QUEUE_MESSAGES),
      subscribe: (subscriber) => {
        if (this.#failure !== undefined) throw this.#failure;
        this.#topics.add(subscriber);
        this.#proceed();
      },
      unsubscribe: (subscriber, end) => {
        // The answer has no receiver.
        if (this.#topics.remove(subscriber)) this.#line?.send({ id: randomId(), ...end });
      },
      requestAgain: (topic) => {
        this.#topics.requestAgain(topic);
        this.#proceed();
      },
      requestLater: (topic) => {
        this.#topics.requestLater(topic, performance.now());
        this.#proceed();
      },
    };
  }

  /** Connects: returns after the server's `hello`. Later the client reconnects automatically. */
  static async connect(server: string, options: ClientOptions = {}): Promise<Client> {
    const client = new Client(server, options);
    client.#opened(...(await client.#open()));
    return client;
  }

  /** Connects as a new guest. `client.token` identifies the guest; with it, a program continues as the same guest later. */
  static async guest(server: string, options: Omit<ClientOptions, 'token'> = {}): Promise<Client> {
    return Client.connect(server, { ...options, token: await new Http(server).guest() });
  }

  get token(): string | undefined {
    return this.http.token;
  }

  /** The authenticated user; `null` for an anonymous client. */
  get user(): User | null {
    return this.#user;
  }

  get status(): Status {
    return this.#status;
  }

  /** The reason why the client is closed, if it is. */
  get failure(): SumitoError | undefined {
    return this.#failure;
  }

  /** Returns the estimated time of the server, in microseconds since the Unix epoch. It is never ahead of the server. */
  serverNow(): number {
    return this.#time.now();
  }

  /** Sends a command and waits for its answer. Rejects with {@link Refused}, or by the command's policy with another error. */
  request(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject: (failure: SumitoError) => void) => {
      if (this.#failure !== undefined) reject(this.#failure);
      else if (this.#line === undefined && policyOf(command.type) === 'fleeting') reject(new Disconnected());
      else {
        this.#pending.add(command, { resolve, reject }, performance.now());
        this.#proceed();
      }
    });
  }

  /** Creates a room, takes a seat in it, and watches it. */
  async createRoom(settings: CreateRoom = {}): Promise<Room> {
    const { room } = await this.request({ type: 'create_room', ...settings });
    return this.watch(room ?? '');
  }

  /** Takes a seat in a room, and watches it. */
  async join(room: string, seat?: number): Promise<Room> {
    await this.request({ type: 'join', room, ...(seat === undefined ? {} : { seat }) });
    return this.watch(room);
  }

  /** Watches a room: returns when its state is known. */
  watch(room: string): Promise<Room> {
    return this.#loaded(new Room(this.#connection, room));
  }

  /** Subscribes to the list of a lobby: returns when it is known. */
  lobby(name = 'main'): Promise<RoomList<RoomSummary>> {
    return this.#loaded(new RoomList<RoomSummary>(this.#connection, { lobby: name }));
  }

  /** Subscribes to the rooms in which the user has a seat: returns when they are known. */
  myGames(): Promise<RoomList<MyGame>> {
    return this.#loaded(new RoomList<MyGame>(this.#connection, { my_games: true }));
  }

  /** Subscribes to another topic, such as `{ tournament: id }`. */
  subscribe(topic: FeedTopic): Feed {
    const feed = new Feed(this.#connection, topic);
    this.#connection.subscribe(feed);
    return feed;
  }

  /** Closes the connection. The server treats the user as having left on purpose. Unanswered commands fail with {@link Closed}. */
  async close(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    this.#finish(new Closed());
    await line?.close(this.#keepAlive.silenceMs);
  }

  async #loaded<T extends Subscriber & { load(): Promise<void>; close(): void }>(reader: T): Promise<T> {
    this.#connection.subscribe(reader);
    try {
      await reader.load();
    } catch (failure) {
      reader.close();
      throw failure;
    }
    return reader;
  }

  #open(): Promise<[Line, Hello]> {
    const url = new URL(this.http.server);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.pathname = `${url.pathname.replace(/\/$/, '')}/ws`;
    return Line.open(url.href, this.http.token, this.#keepAlive.silenceMs);
  }

  #opened(line: Line, hello: Hello): void {
    this.#user = hello.user;
    this.#time.learn(hello.now);
    this.#line = line;
    this.#heartbeat = new Heartbeat(this.#keepAlive, performance.now());
    this.#isSettled = false;
    this.#upToDatePing = undefined;
    this.#failedAttempts = 0;
    this.#topics.resume();
    line.listen({ message: (message) => this.#receive(message), closed: () => this.#lost() });
    this.#turn('open');
    this.#proceed();
  }

  #receive(message: ServerMessage): void {
    const now = performance.now();
    this.#heartbeat.heard(now);
    switch (message.type) {
      case 'ok': {
        const topic = this.#pending.ok(message.id, message.result);
        if (topic !== undefined) this.#topics.confirmed(topic);
        break;
      }
      case 'error': {
        const refusal = new Refused(message);
        const topic = this.#pending.refused(message.id, refusal, now);
        if (topic !== undefined) this.#topics.rejected(topic, refusal, now);
        break;
      }
      case 'pong':
        this.#time.learn(message.now);
        this.#heartbeat.answered(message.t);
        if (this.#upToDatePing !== undefined && message.t >= this.#upToDatePing) {
          this.#upToDatePing = undefined;
          this.#pending.settle(now);
        }
        break;
      case 'notification':
        this.#options.onNotification?.(message.notification);
        break;
      default:
        this.#topics.deliver(message);
    }
    this.#proceed();
  }

  /** Performs all due actions, and sets the timer for the next. */
  #proceed(): void {
    if (this.#failure !== undefined) return;
    const now = performance.now();
    this.#pending.expire(now);
    let next = this.#pending.deadline(now);
    if (this.#line !== undefined) {
      if (this.#heartbeat.isDead(now)) {
        this.#lost();
        return;
      }
      this.#sendDue(this.#line, now);
      next = Math.min(this.#heartbeat.deadline(), this.#topics.deadline(), this.#pending.deadline(now));
    }
    clearTimeout(this.#timer);
    const delay = Math.min(Math.max(next - now, 1), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#wake(now + delay), delay);
  }

  /** Handles the timer. A timer that is late shows that the program was busy: messages may have arrived that it has not read yet. */
  #wake(due: number): void {
    const late = performance.now() - due;
    if (late > LONG_PAUSE_MS) this.#heartbeat.paused(late);
    this.#proceed();
  }

  /** Requests the subscriptions first, so that answers to old commands meet an up-to-date state; then sends the commands. */
  #sendDue(line: Line, now: number): void {
    this.#topics.scheduleRetries(now);
    if (this.#heartbeat.isDue(now)) line.send({ type: 'ping', t: this.#heartbeat.ping(now) });
    for (let next = this.#topics.nextRequest(); next !== undefined; next = this.#topics.nextRequest()) {
      line.send(this.#pending.subscribe(next.begin(), next.topic, now));
    }
    if (this.#topics.allRequested) this.#pending.open();
    for (const message of this.#pending.unsent(now)) line.send(message);
    if (!this.#isSettled && this.#topics.isUpToDate) {
      this.#isSettled = true;
      this.#upToDatePing = this.#heartbeat.ping(now);
      line.send({ type: 'ping', t: this.#upToDatePing });
    }
  }

  /** Handles the loss of the connection. */
  #lost(): void {
    this.#line?.drop();
    this.#line = undefined;
    this.#topics.pause();
    this.#pending.disconnected();
    this.#turn('waiting');
    this.#reconnectLater();
    this.#proceed();
  }

  #reconnectLater(): void {
    setTimeout(() => void this.#reconnect(), beforeConnectingMs(this.#failedAttempts, Math.random()));
  }

  async #reconnect(): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      const [line, hello] = await this.#open();
      if (this.#isClosed()) await line.close(this.#keepAlive.silenceMs);
      else this.#opened(line, hello);
    } catch (failure) {
      if (this.#isClosed()) return;
      const isTransient = !(failure instanceof SumitoError) || failure.isTransient;
      if (!isTransient && !(failure instanceof Refused && failure.code === 'too_many')) {
        this.#finish(failure);
        return;
      }
      this.#failedAttempts += 1;
      this.#reconnectLater();
    }
  }

  /** Whether the client was closed in between. */
  #isClosed(): boolean {
    return this.#failure !== undefined;
  }

  /** Ends the client. */
  #finish(failure: SumitoError): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#pending.close();
    this.#topics.close(failure);
    this.#turn('closed');
  }

  #turn(status: Status): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#options.onStatus?.(status);
  }
}
