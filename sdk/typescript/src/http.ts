import { BadAddress, Refused, SumitoError, Unreachable, type Rejection } from './errors.js';
import { randomId } from './pending.js';
import { EXPIRES_AFTER_MS, beforeAskingMs } from './policy.js';
import type {
  Bot,
  BotAccepts,
  Challenge,
  ChallengeList,
  CreateRoom,
  CreateToken,
  DeclineReason,
  GameDetail,
  GameList,
  GameSummary,
  GuestCreated,
  LoginResult,
  Me,
  Mode,
  MyGame,
  MyGameList,
  Outcome,
  PlayerPresence,
  PresenceList,
  RoomCommand,
  RoomCreated,
  RoomList,
  RoomSummary,
  ServerMessage,
  Snapshot,
  Terms,
  TokenCreated,
  TokenInfo,
  TokenList,
  User,
} from './types.js';

/** The time without an answer after which a server counts as unreachable. A stream has an empty line every 20 seconds. */
const TIMEOUT_MS = 45_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Record<string, string | number | boolean>;

/** Requests over HTTP, as the owner of a token or anonymously. */
export class Http {
  readonly server: string;
  token: string | undefined;

  constructor(server: string, token?: string) {
    if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
      throw new BadAddress(`invalid server address (expected for example \`https://example.org\`): ${server}`);
    }
    this.server = server.replace(/\/+$/, '');
    this.token = token;
  }

  // Users

  /** Creates a guest; returns its token. */
  async guest(): Promise<string> {
    const { token } = await this.request<GuestCreated>('POST', '/guests');
    if (token === null) throw new Unreachable('the browser has a user already: connect without a token');
    return token;
  }

  /** Creates an account, from the guest of the token if there is one; continues with the account's token. */
  async createAccount(name: string, password: string, fields: { code?: string; accepts_terms?: boolean } = {}): Promise<User> {
    return this.#loggedIn(await this.request<LoginResult>('POST', '/accounts', { name, password, ...fields }));
  }

  /** Logs in to an account, and continues with the token of the new session. */
  async logIn(name: string, password: string, code?: string): Promise<User> {
    const more = code === undefined ? {} : { code };
    return this.#loggedIn(await this.request<LoginResult>('POST', '/sessions', { name, password, ...more }));
  }

  /** Returns the user of the token; `null` without a token. */
  async me(): Promise<User | null> {
    return (await this.request<Me>('GET', '/me')).user;
  }

  /** Lists the tokens for programs of the account. */
  async tokens(): Promise<TokenInfo[]> {
    return (await this.request<TokenList>('GET', '/tokens')).tokens;
  }

  /** Creates a token for a program. The answer is the only one that has the token itself. */
  createToken(token: CreateToken): Promise<TokenCreated> {
    return this.request('POST', '/tokens', token);
  }

  /** Ends a token for a program. */
  endToken(id: string): Promise<void> {
    return this.request('DELETE', `/tokens/${encodeURIComponent(id)}`);
  }

  /** Makes the user a bot that accepts games of this kind, or changes the kind. */
  async becomeBot(accepts: BotAccepts = {}): Promise<User> {
    return (await this.request<{ user: User }>('PUT', '/me/bot', accepts)).user;
  }

  /** Lists the bots that are online. */
  async bots(): Promise<Bot[]> {
    const bots: Bot[] = [];
    for await (const bot of this.pages<Bot>('/bots', 'bots', { online: true })) bots.push(bot);
    return bots;
  }

  /** Iterates over the bots with accounts, the highest ratings in games of a mode first. */
  rankedBots(mode: Mode = 'two'): AsyncGenerator<Bot, void, undefined> {
    return this.pages<Bot>('/bots', 'bots', { mode });
  }

  /** Sets the author that lists show for the user, which is a bot. */
  setBotAuthor(author: string): Promise<void> {
    return this.request('PUT', '/me/bot/author', { author });
  }

  // Rooms

  /** Creates a room and takes a seat in it. */
  createRoom(settings: CreateRoom = {}): Promise<RoomCreated> {
    return this.request('POST', '/rooms', settings);
  }

  /** Lists the public rooms of a lobby. */
  async rooms(lobby = 'main'): Promise<RoomSummary[]> {
    return (await this.request<RoomList>('GET', '/rooms', undefined, { lobby })).rooms;
  }

  /** Lists the rooms in which the user has a seat. */
  async myGames(): Promise<MyGame[]> {
    return (await this.request<MyGameList>('GET', '/me/rooms')).rooms;
  }

  /** Returns the state of a room; with `legal` also the legal moves. */
  room(room: string, legal = false): Promise<Snapshot> {
    return this.request('GET', `/rooms/${encodeURIComponent(room)}`, undefined, legal ? { legal } : {});
  }

  /** Sends a command to a room. */
  command(room: string, command: RoomCommand): Promise<Outcome> {
    return this.request('POST', `/rooms/${encodeURIComponent(room)}/commands`, command);
  }

  /** Returns the address of the room's page. */
  link(room: string): string {
    return `${this.server}/room/${room}`;
  }

  // Finished games

  /** Iterates over finished games, the newest first, and loads page after page. The filters are the same as for `GET /games`. */
  games(filters: Query = {}): AsyncGenerator<GameSummary, void, undefined> {
    return this.pages<GameSummary>('/games', 'games', filters);
  }

  /** Returns a finished game with its moves. */
  game(id: string): Promise<GameDetail> {
    return this.request('GET', `/games/${encodeURIComponent(id)}`);
  }

  /** Returns the finished games among at most 200 ids, in their order. */
  async gamesByIds(ids: readonly string[]): Promise<GameSummary[]> {
    return (await this.request<GameList>('GET', '/games/by-ids', undefined, { ids: ids.join(',') })).games;
  }

  /** Returns who of at most 200 users is online, and where they play. */
  async presence(users: readonly string[]): Promise<PlayerPresence[]> {
    return (await this.request<PresenceList>('GET', '/presence', undefined, { users: users.join(',') })).players;
  }

  /** Returns the signed receipt of a finished game. The server issues it within seconds of the end: before, the request is refused as `not_found`. */
  gameReceipt(id: string): Promise<string> {
    return this.text(`/games/${encodeURIComponent(id)}/receipt`);
  }

  /** Returns the signed receipt of a finished tournament. */
  tournamentReceipt(id: string): Promise<string> {
    return this.text(`/tournaments/${encodeURIComponent(id)}/receipt`);
  }

  // Challenges

  /** Lists the open challenges by the user and to the user. */
  async challenges(): Promise<Challenge[]> {
    return (await this.request<ChallengeList>('GET', '/challenges')).challenges;
  }

  /** Challenges a player, by name or id. */
  challenge(player: string, terms: Partial<Terms>): Promise<Challenge> {
    return this.request('POST', '/challenges', { player, terms });
  }

  /** Accepts the offer of this round; the answer has the `room`. */
  acceptChallenge(id: string, round: number): Promise<Challenge> {
    return this.request('POST', `/challenges/${encodeURIComponent(id)}/accept`, { round });
  }

  /** Declines the offer of this round. */
  declineChallenge(id: string, round: number, reason?: DeclineReason): Promise<Challenge> {
    const body = { round, ...(reason === undefined ? {} : { reason }) };
    return this.request('POST', `/challenges/${encodeURIComponent(id)}/decline`, body);
  }

  /** Withdraws a challenge of the user. */
  withdrawChallenge(id: string): Promise<void> {
    return this.request('DELETE', `/challenges/${encodeURIComponent(id)}`);
  }

  // Streams of lines

  /** Iterates over the messages to the user: games, notifications, announcements. */
  ownStream(): AsyncGenerator<ServerMessage, void, undefined> {
    return this.stream('/me/stream');
  }

  /** Iterates over the messages of a room: its snapshot, then the events. */
  roomStream(room: string, legal = true): AsyncGenerator<ServerMessage, void, undefined> {
    return this.stream(`/rooms/${encodeURIComponent(room)}/stream`, legal ? { legal } : {});
  }

  // Any request

  /**
   * Sends a request below `/api/v1`, and returns the decoded answer. Requests that are safe to repeat are repeated for eight seconds while
   * the server is unreachable or overloaded. A `POST` with a token has an `Idempotency-Key`, so that it takes effect once.
   */
  request<Answer>(method: Method, path: string, body?: object, query: Query = {}): Promise<Answer> {
    return this.#ask(method, path, body, query, (text) => (text === '' ? undefined : JSON.parse(text)) as Answer);
  }

  /** Sends a `GET` request below `/api/v1` whose answer is not JSON, and returns its text. */
  text(path: string, query: Query = {}): Promise<string> {
    return this.#ask('GET', path, undefined, query, (text) => text);
  }

  async #ask<Answer>(
    method: Method,
    path: string,
    body: object | undefined,
    query: Query,
    read: (text: string) => Answer,
  ): Promise<Answer> {
    const key: Record<string, string> = method === 'POST' && this.token !== undefined ? { 'Idempotency-Key': randomId() } : {};
    const isRepeatable = method === 'GET' || method === 'PUT' || 'Idempotency-Key' in key;
    const given = performance.now();
    for (let troubles = 0; ; troubles += 1) {
      try {
        const answer = await this.#send(method, path, body, query, key, AbortSignal.timeout(TIMEOUT_MS));
        return read(await answer.text());
      } catch (failure) {
        const fault = failure instanceof SumitoError ? failure : unreachable(failure);
        const isPassing = fault.isTransient || (fault instanceof Refused && fault.code === 'key_pending');
        const isLate = performance.now() + beforeAskingMs(troubles) > given + EXPIRES_AFTER_MS;
        if (!isRepeatable || !isPassing || isLate) throw fault;
      }
      await new Promise((resolve) => setTimeout(resolve, beforeAskingMs(troubles)));
    }
  }

  /** Iterates over the entries of a list, and loads page after page by `next`. */
  async *pages<Entry>(path: string, field: string, query: Query = {}): AsyncGenerator<Entry, void, undefined> {
    let cursor: { cursor?: string } = {};
    for (;;) {
      const page = await this.request<Record<string, unknown>>('GET', path, undefined, { ...query, ...cursor });
      yield* page[field] as Entry[];
      if (typeof page['next'] !== 'string') return;
      cursor = { cursor: page['next'] };
    }
  }

  /** Iterates over a stream of lines. It ends if the server stops, and throws {@link Unreachable} if the connection breaks. */
  async *stream(path: string, query: Query = {}): AsyncGenerator<ServerMessage, void, undefined> {
    const control = new AbortController();
    let timer = setTimeout(() => control.abort(), TIMEOUT_MS);
    try {
      const answer = await this.#send('GET', path, undefined, query, {}, control.signal);
      const reader = answer.body?.getReader();
      const decoder = new TextDecoder();
      let text = '';
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return;
        clearTimeout(timer);
        timer = setTimeout(() => control.abort(), TIMEOUT_MS);
        text += decoder.decode(part.value, { stream: true });
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as ServerMessage;
      }
    } catch (failure) {
      throw failure instanceof SumitoError ? failure : unreachable(failure);
    } finally {
      clearTimeout(timer);
      control.abort();
    }
  }

  async #send(
    method: Method,
    path: string,
    body: object | undefined,
    query: Query,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const url = new URL(`${this.server}/api/v1${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const all = {
      ...headers,
      ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const answer = await fetch(url, { method, headers: all, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!answer.ok) throw await refusal(answer);
    return answer;
  }

  #loggedIn({ token, user }: LoginResult): User {
    this.token = token;
    return user;
  }
}

function unreachable(failure: unknown): Unreachable {
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  return new Unreachable(`cannot reach the server: ${cause instanceof Error ? cause.message : String(cause)}`, { cause: failure });
}

async function refusal(answer: Response): Promise<SumitoError> {
  try {
    return new Refused((await answer.json()) as Rejection);
  } catch (failure) {
    return new Unreachable(`this is no Sumito server: it answers ${answer.status}`, { cause: failure });
  }
}
