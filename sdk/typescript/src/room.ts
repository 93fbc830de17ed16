import { apply, held, remainingMs, withPresence, withRatings } from './fold.js';
import { Reader, type Connection } from './reader.js';
import type { Claim, Command, Event, Notice, Offer, Outcome, ServerMessage, Snapshot } from './types.js';

type RoomMessage = Extract<ServerMessage, { room: string }>;

/**
 * A change of a room, which the state already includes. `unknown` is an event of a kind that only a newer server sends: the state
 * counts it, and is otherwise unchanged.
 */
export type Update = RoomMessage | { type: 'unknown'; event: { room: string; seq: number; at: number; kind: string } };

type WithoutRoom<Any> = Any extends { room: string } ? Omit<Any, 'room'> : never;

/** A command to a room, without the room. */
export type RoomAction = WithoutRoom<Command>;

/**
 * A watched room: its state and its commands. `state` has the fields of a snapshot. It is the fold of the messages read so far: it advances
 * with {@link next} only.
 */
export class Room extends Reader<Update> {
  readonly id: string;
  #state: Snapshot | undefined;
  #notice: Notice | null = null;
  #inControl = true;
  #conditionalMoves: string[][] = [];
  /** The last event at the time of a request for missing messages; `undefined` once the server has answered. */
  #askedAt: number | undefined;
  /** The last event that an answer to the user's own commands named. */
  #answered = 0;
  #needsSnapshot = false;

  constructor(connection: Connection, room: string) {
    super(connection, 'room', room);
    this.id = room;
  }

  /** The known state of the room. */
  get state(): Readonly<Snapshot> {
    if (this.#state === undefined) throw new Error('a room is handed out once its state is known');
    return this.#state;
  }

  /** The reason why the game is halted, if the server has sent one. */
  get notice(): Notice | null {
    return this.#notice;
  }

  /** Whether this connection controls the seat. Otherwise commands are rejected with `not_in_control` until `takeOver`. */
  get inControl(): boolean {
    return this.#inControl;
  }

  /** The user's conditional moves in the position of the state. */
  get conditionalMoves(): readonly string[][] {
    return this.#conditionalMoves;
  }

  override get known(): number {
    return this.#needsSnapshot ? 0 : (this.#state?.seq ?? 0);
  }

  /** The user's own seat. */
  get seat(): number | null {
    const user = this.connection.client.user;
    if (user === null) return null;
    return this.state.seats.find((seat) => seat.player?.id === user.id)?.seat ?? null;
  }

  /** Whether it is the user's turn and no move of the user is in transit. */
  get isMyTurn(): boolean {
    const { status, seq, turn, legal } = this.state;
    return status === 'playing' && seq >= this.#answered && turn !== null && turn === this.seat && (legal?.length ?? 0) > 0;
  }

  /** Returns the milliseconds that a seat has left now; `null` without a limit, and before a game. */
  remainingMs(seat: number): number | null {
    return remainingMs(this.state.clocks, this.state.at, seat, this.connection.client.serverNow());
  }

  async next(): Promise<Update> {
    for (;;) {
      if (this.hasLostItems) this.#lostItems();
      const item = await this.take();
      if (item === 'begun') {
        this.#askedAt = undefined;
        // The socket that watched last has control, unless the server says otherwise.
        this.#inControl = true;
        continue;
      }
      const update = this.#apply(item as RoomMessage);
      if (update !== undefined) return update;
    }
  }

  /** Reads until the state matches; returns at once if it does already. */
  async until(isWanted: (state: Readonly<Snapshot>) => boolean): Promise<Readonly<Snapshot>> {
    while (!isWanted(this.state)) await this.next();
    return this.state;
  }

  /** Waits for the first snapshot. */
  async load(): Promise<void> {
    while (this.#state === undefined) await this.next();
  }

  /** Plays a move in the position of the state. It is repeated over any number of connections until it is answered. */
  play(move: string): Promise<Outcome> {
    return this.act({ type: 'play', ply: this.state.ply, move });
  }

  /** Takes this seat, or the first free seat. */
  async join(seat?: number): Promise<Outcome> {
    const outcome = await this.act({ type: 'join', ...(seat === undefined ? {} : { seat }) });
    // Players get presence, and the parts that spectators get late, only as watchers with a seat.
    this.connection.requestAgain(this.topic);
    return outcome;
  }

  /** Leaves the user's seat, before the first game. */
  leave(): Promise<Outcome> {
    return this.act({ type: 'leave' });
  }

  /** Declares or withdraws the user's readiness to start. */
  ready(ready = true): Promise<Outcome> {
    return this.act({ type: 'ready', ready });
  }

  /** Makes an offer to the other players, or agrees to theirs. */
  offer(what: Offer): Promise<Outcome> {
    return this.act({ type: 'offer', what });
  }

  accept(what: Offer): Promise<Outcome> {
    return this.act({ type: 'accept', what });
  }

  /** Declines an open offer, or withdraws the user's own. */
  decline(what: Offer): Promise<Outcome> {
    return this.act({ type: 'decline', what });
  }

  /** Resigns the game; with four players, proposes that to the partner. */
  resign(): Promise<Outcome> {
    return this.act({ type: 'resign' });
  }

  /** Aborts the game before all players have moved. */
  abort(): Promise<Outcome> {
    return this.act({ type: 'abort' });
  }

  /** Ends a game that an opponent has left, once that seat is `claimable_at`. */
  claim(result: Claim): Promise<Outcome> {
    return this.act({ type: 'claim', result });
  }

  /** Replaces the user's conditional moves, in a correspondence game in which others are to move. */
  setConditionalMoves(lines: string[][]): Promise<Outcome> {
    return this.act({ type: 'set_conditional_moves', ply: this.state.ply, lines });
  }

  /** Moves control of the seat to this connection. */
  async takeOver(): Promise<Outcome> {
    const outcome = await this.act({ type: 'take_over' });
    this.#inControl = true;
    return outcome;
  }

  /** Sends any command to the room. */
  async act(action: RoomAction): Promise<Outcome> {
    const outcome = await this.connection.client.request({ ...action, room: this.id });
    this.#answered = Math.max(this.#answered, outcome.seq ?? 0);
    return outcome;
  }

  begin(): Command {
    return { type: 'watch', room: this.id, legal: true, ...(this.known > 0 ? { since: this.known } : {}) };
  }

  protected finish(): Command {
    return { type: 'unwatch', room: this.id };
  }

  #apply(message: RoomMessage): Update | undefined {
    if (message.type === 'snapshot') {
      this.#snapshot(message);
      return message;
    }
    // A message before the snapshot belongs to another reader of the room: the snapshot will include it.
    if (this.#state === undefined) return undefined;
    const state = this.#state;
    switch (message.type) {
      case 'event':
        return this.#event(state, message);
      case 'presence':
        state.seats = withPresence(state.seats, message.seats);
        break;
      case 'ratings':
        state.seats = withRatings(state.seats, message.seats);
        break;
      case 'clock':
        state.at = message.at;
        state.clocks = message.clocks;
        this.#continue(state);
        break;
      case 'control':
        this.#inControl = message.yours;
        break;
      case 'conditional_moves':
        this.#conditionalMoves = message.lines;
        break;
      case 'notice':
        this.#take(state, message.notice);
        break;
    }
    return message;
  }

  #snapshot({ type: _, ...state }: Snapshot & { type: 'snapshot' }): void {
    this.#state = structuredClone(state);
    this.#answered = Math.min(this.#answered, state.seq);
    this.#needsSnapshot = false;
    this.#conditionalMoves = [];
    this.#continue(this.#state);
  }

  #event(state: Snapshot, message: Event & { type: 'event' }): Update | undefined {
    if (message.seq <= state.seq) return undefined;
    if (message.seq > state.seq + 1) {
      if (this.#askedAt === undefined) this.#requestMissing(state);
      return undefined;
    }
    if (!apply(state, message)) return { type: 'unknown', event: message };
    this.#continue(state);
    return message;
  }

  #take(state: Snapshot, notice: Notice): void {
    this.#notice = notice;
    if (notice === 'room_lost') this.connection.requestLater(this.topic);
    else if (notice !== 'computer_waits' && state.status === 'playing') {
      const now = this.connection.client.serverNow();
      state.clocks = held(state.clocks, state.at, now);
      state.at = now;
    }
  }

  /** Clears the notice: a message about the game means that it continues, unless its clocks are stopped. */
  #continue({ status, clocks }: Snapshot): void {
    const standsStill = status === 'playing' && clocks.remaining_ms !== null && clocks.running === null;
    if (!standsStill) this.#notice = null;
  }

  /** Handles a full queue. A reader that was too slow for its own request requests a snapshot, which is a single message. */
  #lostItems(): void {
    this.hasLostItems = false;
    this.#needsSnapshot = this.#askedAt !== undefined && this.#askedAt === this.#state?.seq;
    this.#requestMissing(this.#state);
  }

  #requestMissing(state: Snapshot | undefined): void {
    this.#askedAt = state?.seq ?? 0;
    this.connection.requestAgain(this.topic);
  }
}
