import { roomNow } from '$lib/base/api/room';
import { firstPosition } from '$lib/game/table/first-position';
import type { ClockReading } from '$lib/base/protocol/clock-reading';
import type { Position } from '$lib/game/rules/position';
import { stoppedAt } from '$lib/game/clock/remaining';
import type { Claim, Command, Event, Notice, Offer, Outcome, SeatPresence, SeatRating, Snapshot } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';
import { Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { RoomFollower } from '$lib/base/socket/topics/topic';
import type { Following } from '$lib/base/socket/topics/topics';
import type { Time } from '$lib/base/socket/server-time';
import { hasBegun } from './begun';
import type { ConditionalLine } from './conditional-lines';
import { eliminationsAfter, newsAfter, type Eliminations, type News } from './news';
import { after, fromSnapshot, placeOf, withClocks, withPresence, withRatings, withWholeLedger, type RoomState } from './state';
import { PAUSES, standsStill, type Trouble } from './trouble';

/** A move that is older than this when it arrives belongs to the past: it is not drawn as just played. */
const FRESH_MICROS = 3_000_000;

const MICROS_PER_SECOND = 1_000_000;

/** The user's move on its way to the server. */
interface Sent {
  readonly ply: number;
  readonly move: string;
  /** The event that the server has answered with; `null` until it has. */
  readonly seq: number | null;
}

/** A room in the user's view: its state, and the actions that the user may take. */
export class Room implements RoomFollower {
  state = $state.raw<RoomState | null>(null);
  /** The error with which the server rejected the subscription. */
  refusal = $state.raw<Refusal | null>(null);
  /** Whether every player has moved in the game, also if that was taken back: it cannot be aborted any more. */
  begun = $state(false);
  /** Whether this page received the end of the game. */
  endedHere = $state(false);
  /** The outcome of the last offer, while it is new. */
  news = $state.raw<News | null>(null);
  /** The reasons why players are out. */
  eliminations = $state.raw<Eliminations>({});
  /** Whether the computer whose turn it is has to wait until the server can think for it. */
  computerWaits = $state(false);
  /** Whether the user plays here from another window. */
  elsewhere = $state(false);
  /** The replies that the user has prepared in a correspondence game. */
  conditional = $state.raw<readonly ConditionalLine[]>([]);
  /** Whether the newest move was played just now, rather than caught up with. */
  fresh = false;
  readonly id: string;
  readonly #session: Session;
  readonly #showError: (failure: Failure) => void;
  readonly #left = new AbortController();
  #following: Following | null = null;
  #notice = $state.raw<Trouble | null>(null);
  #sent = $state.raw<Sent | null>(null);
  /** The first position of the games, once it is known. */
  start = $state.raw<Position | null>(null);

  /** The cause that keeps the game from continuing. */
  readonly trouble = $derived<Trouble | null>(this.#notice ?? (standsStill(this.state) ? 'stopping' : null));
  readonly ownSeat = $derived(this.#ownSeat());
  /** The delay of the game for the user, in microseconds. */
  readonly #delay = $derived(this.ownSeat === null ? (this.state?.spectator_delay_s ?? 0) * MICROS_PER_SECOND : 0);
  /** The time in the game in the user's view. */
  readonly time: Time = { now: () => this.#session.connection.time.now() - this.#delay };
  /** All moves, including the user's move that is on its way. */
  readonly moves = $derived(this.#moves());
  /** Whether the user has the turn and no move is on its way. */
  readonly mayMove = $derived(
    this.state !== null && this.#sent === null && this.state.turn !== null && this.state.turn === this.ownSeat,
  );
  readonly yourTurn = $derived(this.mayMove && this.state?.status === 'playing');

  /** @param showError handles failed commands */
  constructor(id: string, session: Session, showError: (failure: Failure) => void) {
    this.id = id;
    this.#session = session;
    this.#showError = showError;
  }

  /** Whether the server may have newer state than this page. */
  get uncertain(): boolean {
    return !this.#session.steady.calm;
  }

  /** Follows the room until the function that is returned is called: then the room is left. */
  open(): () => void {
    const following = this.#session.connection.follow({ kind: 'room', id: this.id }, this);
    this.#following = following;
    return () => {
      following.end();
      this.#left.abort();
    };
  }

  since(): number | undefined {
    return this.state?.seq;
  }

  snapshot(snapshot: Snapshot): void {
    if (this.state?.status === 'playing' && snapshot.status === 'finished') this.endedHere = true;
    if (this.state?.game !== snapshot.game) this.eliminations = {};
    this.news = null;
    this.conditional = [];
    this.#take(fromSnapshot(snapshot), false);
    void this.#learnStart(snapshot);
    if (snapshot.ledger.length < snapshot.moves.length) void this.#learnLedger();
  }

  event(event: Event): void {
    const place = placeOf(this.state, event);
    if (place === 'gap') this.#following?.again();
    if (place !== 'next') return;
    const fresh = this.time.now() - event.at < FRESH_MICROS;
    if (event.kind === 'finished') this.endedHere = true;
    if (event.kind === 'started') this.endedHere = false;
    this.news = newsAfter(this.news, this.state, event);
    this.eliminations = eliminationsAfter(this.eliminations, event);
    this.#take(after(this.state, event), fresh);
  }

  /** A change of presence does not resume the game: the reason of a pause stays. */
  presence(seats: readonly SeatPresence[]): void {
    if (this.state !== null) this.state = withPresence(this.state, seats);
  }

  ratings(seats: readonly (SeatRating | null)[]): void {
    if (this.state !== null) this.state = withRatings(this.state, seats);
  }

  clock(reading: ClockReading): void {
    if (this.state !== null) this.#take(withClocks(this.state, reading), false);
  }

  notice(notice: Notice): void {
    if (notice === 'computer_waits') {
      this.computerWaits = true;
      return;
    }
    this.#notice = notice;
    if (PAUSES.has(notice) && this.state?.status === 'playing') {
      this.state = withClocks(this.state, stoppedAt(this.state.reading, this.time.now()));
    }
    if (notice === 'room_lost') this.#following?.againLater();
  }

  control(yours: boolean): void {
    this.elsewhere = !yours;
  }

  conditionalMoves(lines: readonly ConditionalLine[]): void {
    this.conditional = lines;
  }

  onError(refusal: Refusal): void {
    if (refusal.code === 'no_such_room') this.refusal = refusal;
    else this.#showError(refusal);
  }

  /** Shows the move at once and sends it; it is taken back if the server refuses it. */
  async play(move: string): Promise<void> {
    const state = this.state;
    if (state === null || !this.mayMove) return;
    const ply = state.moves.length;
    const sent = { ply, move, seq: null };
    this.fresh = true;
    this.#sent = sent;
    try {
      const { seq } = await this.#act({ type: 'play', room: this.id, ply, move });
      if (this.#sent === sent) this.#answered({ ...sent, seq: seq ?? 0 });
    } catch (error) {
      this.#handleError(error);
      if (this.#sent === sent) this.#sent = null;
    }
  }

  async join(seat: number): Promise<void> {
    await this.#do({ type: 'join', room: this.id, seat });
    // Until now this page watched anonymously; this reports the player's presence to the server.
    this.#following?.again();
  }

  addComputer(level: number, seat: number): Promise<void> {
    return this.#do({ type: 'add_computer', room: this.id, level, seat });
  }

  removeComputer(seat: number): Promise<void> {
    return this.#do({ type: 'remove_computer', room: this.id, seat });
  }

  leave(): Promise<void> {
    return this.#do({ type: 'leave', room: this.id });
  }

  ready(ready: boolean): Promise<void> {
    return this.#do({ type: 'ready', room: this.id, ready });
  }

  takeOver(): Promise<void> {
    return this.#do({ type: 'take_over', room: this.id });
  }

  claim(result: Claim): Promise<void> {
    return this.#do({ type: 'claim', room: this.id, result });
  }

  resign(): Promise<void> {
    return this.#do({ type: 'resign', room: this.id });
  }

  /** Replaces the replies that the user has prepared. The server answers with the stored replies. */
  setConditional(lines: readonly ConditionalLine[]): Promise<void> {
    const ply = this.state?.moves.length ?? 0;
    return this.#do({ type: 'set_conditional_moves', room: this.id, ply, lines: lines.map((line) => [...line]) });
  }

  goBerserk(): Promise<void> {
    return this.#do({ type: 'berserk', room: this.id });
  }

  async abort(): Promise<void> {
    try {
      await this.#act({ type: 'abort', room: this.id });
    } catch (error) {
      // A browser that has not seen the moves before they were taken back learns of them now.
      if (error instanceof Refusal && error.code === 'too_late') this.begun = true;
      this.#handleError(error);
    }
  }

  offer(what: Offer): Promise<void> {
    return this.#do({ type: 'offer', room: this.id, what });
  }

  accept(what: Offer): Promise<void> {
    return this.#do({ type: 'accept', room: this.id, what });
  }

  decline(what: Offer): Promise<void> {
    return this.#do({ type: 'decline', room: this.id, what });
  }

  async #do(command: Command): Promise<void> {
    try {
      await this.#act(command);
    } catch (error) {
      this.#handleError(error);
    }
  }

  /** A player who acts in this window plays in it, and in no other window. */
  async #act(command: Command): Promise<Outcome> {
    const page = this.#left.signal;
    try {
      return await this.#session.request(command, page);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_in_control') throw error;
      await this.#session.request({ type: 'take_over', room: this.id }, page);
      return this.#session.request(command, page);
    }
  }

  #handleError(error: unknown): void {
    if (!(error instanceof Failure)) throw error;
    this.#showError(error);
  }

  #take(state: RoomState, fresh: boolean): void {
    this.fresh = fresh;
    if (!isSameTurn(this.state, state)) this.computerWaits = false;
    this.begun = hasBegun(state, this.begun && this.state?.game === state.game);
    this.state = state;
    // An event of a game shows that the game continues, unless its clocks are stopped.
    if (!standsStill(state)) this.#notice = null;
    if (this.#sent !== null && !this.#isUnderWay(this.#sent, state)) this.#sent = null;
  }

  /** The server has stored the user's move. The event of the move comes next, unless it is known already. */
  #answered(sent: Sent): void {
    this.#sent = this.state !== null && this.#isUnderWay(sent, this.state) ? sent : null;
  }

  /** Whether a state is the one in which the user made the move. In later states the move counts or can no longer count. */
  #isUnderWay({ ply, seq }: Sent, state: RoomState): boolean {
    if (seq !== null && state.seq >= seq) return false;
    return state.status === 'playing' && state.moves.length === ply && state.turn === this.ownSeat;
  }

  async #learnStart(snapshot: Snapshot): Promise<void> {
    // Without the start the board shows the newest position only.
    this.start = await firstPosition(snapshot).catch(() => null);
  }

  /** A snapshot of a very long game has the last part of the ledger only. */
  async #learnLedger(): Promise<void> {
    try {
      const { game, ledger } = await this.#session.ask((token) => roomNow(this.id, token));
      if (this.state?.game === game) this.state = withWholeLedger(this.state, ledger);
    } catch {
      // Without it no times of moves are shown.
    }
  }

  #ownSeat(): number | null {
    const user = this.#session.user;
    if (user === null) return null;
    return this.state?.seats.find(({ player }) => player?.id === user.id)?.seat ?? null;
  }

  #moves(): readonly string[] {
    const moves = this.state?.moves ?? [];
    return this.#sent !== null && this.#sent.ply === moves.length ? [...moves, this.#sent.move] : moves;
  }
}

/** Whether no move, takeback or end lies between the two states. */
function isSameTurn(before: RoomState | null, now: RoomState): boolean {
  return before?.game === now.game && before.status === now.status && before.moves.length === now.moves.length;
}
