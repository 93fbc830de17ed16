import type { ClockReading } from '$lib/base/protocol/clock-reading';
import type { Time } from '$lib/base/socket/server-time';
import { PAGE_TIME } from '$lib/game/clock/page-time';
import { Line } from '$lib/game/table/line';
import type { Entry, GameModel, Seated } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';
import { t } from '$lib/base/i18n/i18n.svelte';
import type { Clock, Mode, User } from '$lib/base/protocol/types';
import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { settings } from '$lib/base/settings/settings.svelte';

import type { LocalEvent } from './event';
import { turnOf } from './match';
import { afterThinking, fallsAfter, freeMs } from './pots';
import type { SeatPlayer, Turn } from './seat-player';
import type { StoredGame } from './store';
import { after, tableAfter, tableOf, type LocalTable, type Plan } from './table';

const MICROS_PER_MILLI = 1000;
/** The longest delay of a timer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** Delay after a move before the board turns to the next player, so that the move stays visible. */
export const TURN_AFTER_MS = 800;

/** The options of a game at one screen other than its plan. */
export interface Surroundings {
  /** The players by seat. */
  readonly players?: readonly SeatPlayer[];
  /** Called with the game whenever it has changed. */
  readonly save?: (game: StoredGame) => void;
  readonly time?: Time;
}

/** A game of several at one screen, which needs no server. */
export class LocalGame implements GameModel {
  readonly plan: Plan;
  readonly mode: Mode;
  readonly clock: Clock;
  readonly time: Time;
  readonly #players: readonly SeatPlayer[];
  readonly #save: (game: StoredGame) => void;
  #events: readonly LocalEvent[] = [];
  #table: LocalTable;
  /** The time of the running turn at `#since`, in milliseconds. */
  #spent = $state(0);
  /** The start of the timing of the running turn, in microseconds; `null` while the game is paused. */
  #since = $state<number | null>(null);
  /** The seat to which the board was turned last. */
  #facing = $state(0);
  /** Whether the page is open: without it nothing happens in the game. */
  #open = false;
  /** The reason why a computer's seat has not answered; `null` without a failure. */
  trouble = $state.raw<unknown>(null);
  #asked: AbortController | null = null;
  #flag: ReturnType<typeof setTimeout> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;

  readonly line = $derived.by(() => Line.from(this.#start(), this.#table.moves));
  readonly review = new Review(() => this.line);
  readonly timings = $derived.by(() => this.#table.timings);
  readonly result = $derived.by(() => this.#table.match.result);
  readonly playing = $derived(this.result === null);
  /** Whether the clocks are paused until a player resumes the game. */
  readonly paused = $derived(this.playing && this.#since === null);
  readonly turn = $derived.by(() => turnOf(this.#table.match));
  readonly position = $derived.by(() => this.#table.match.position);
  readonly seats: readonly Seated[] = $derived.by(() => this.#seats());
  readonly controls = $derived.by(() => this.seats.filter(({ seat, out }) => !out && this.#byHand(seat)).map(({ seat }) => seat));
  readonly near = $derived.by(() => this.#near());
  /** The seats of people. */
  readonly people = $derived.by(() => this.seats.filter(({ player }) => player === null).map(({ seat }) => seat));
  /** Whether the computer to move does not think. */
  readonly computerWaits = $derived.by(() => this.paused || this.trouble !== null);
  readonly entry: Entry | null = $derived.by(() => this.#entry());
  readonly legal = $derived.by(() => (this.entry === null ? [] : legalMoves(this.entry.position)));
  /** The clocks, in the form of a room's. */
  readonly reading: ClockReading = $derived.by(() => this.#reading());
  /** The players for texts about the result. */
  readonly players: readonly User[] = $derived.by(() =>
    this.seats.map(({ seat, name, player }) => player ?? { id: String(seat), name, guest: true }),
  );
  readonly mayTakeBack = $derived.by(() => this.playing && this.#lastByHand() !== -1);

  /** @param stored a running game, or only a plan for a new one */
  constructor(stored: StoredGame | Plan, { players = [], save = () => undefined, time = PAGE_TIME }: Surroundings = {}) {
    const { plan, events, spentMs } = 'plan' in stored ? stored : { plan: stored, events: [], spentMs: 0 };
    this.plan = plan;
    this.mode = plan.mode;
    this.clock = plan.clock;
    this.time = time;
    this.#players = players;
    this.#save = save;
    this.#events = events;
    this.#table = $state.raw(tableAfter(plan, events) ?? tableOf(plan));
    this.#spent = spentMs;
    this.#facing = this.turn ?? 0;
    this.review.show(this.#table.moves.length, false);
  }

  /**
   * Runs the game while the page is open. A started game with clocks is paused until a player resumes it.
   *
   * @returns a function that closes it
   */
  open(): () => void {
    this.#open = true;
    if (this.clock.kind === 'none' || (this.#events.length === 0 && this.#spent === 0)) this.resume();
    const stopping = new AbortController();
    const { signal } = stopping;
    const leave = (): void => {
      if (document.hidden && this.clock.kind !== 'none') this.pause();
    };
    document.addEventListener('visibilitychange', leave, { signal });
    addEventListener('pagehide', () => this.#keep(), { signal });
    return () => {
      this.pause();
      this.#open = false;
      stopping.abort();
    };
  }

  /** Pauses the clocks. */
  pause(): void {
    this.#spent = this.#passed();
    this.#since = null;
    this.#settle();
  }

  /** Resumes the clocks. */
  resume(): void {
    if (!this.playing || !this.#open) return;
    this.#since ??= this.time.now();
    this.#settle();
  }

  play(move: Move): void {
    if (this.paused) return;
    if (!this.#timeIsOver()) this.#take({ kind: 'move', move: moveText(move), ms: this.#passed() });
  }

  /** Resigns for a seat, or for its side. */
  resign(seat: number): void {
    this.#take({ kind: 'resigned', seat, ms: this.#passed() });
  }

  /** Ends the game as a draw, agreed by all players at the screen. */
  agreeToDraw(): void {
    this.#take({ kind: 'draw', ms: this.#passed() });
  }

  /** Takes back the last human move and the replies to it. A player who is out stays out. */
  takeBack(): void {
    const last = this.#lastByHand();
    if (last === -1) return;
    const events = this.#events.slice(0, last);
    const table = tableAfter(this.plan, events);
    if (table !== null) this.#become(events, table);
  }

  /** The present turn, as the engine needs it. */
  ahead(): Turn {
    const { position, out } = this.#table.match;
    // The engine does not know who has gone out, so it cannot follow the turns.
    const played = out.length === 0 ? { start: this.line.position(0), moves: this.#table.moves } : { start: position, moves: [] };
    const falls = this.#falls();
    return { position, ...played, leftMs: falls === null ? null : Math.max(0, falls - this.#passed()) };
  }

  /** Requests a missing computer move again. */
  askAgain(): void {
    this.trouble = null;
    this.#settle();
  }

  #take(event: LocalEvent): void {
    const table = after(this.clock, this.#table, event);
    if (table !== null) this.#become([...this.#events, event], table);
  }

  #become(events: readonly LocalEvent[], table: LocalTable): void {
    const goesOn = turnOf(table.match) === this.turn && table.moves === this.#table.moves;
    this.#events = events;
    this.#table = table;
    this.trouble = null;
    if (turnOf(table.match) === null) this.#since = null;
    else if (!goesOn && this.#since !== null) this.#since = this.time.now();
    if (!goesOn) this.#spent = 0;
    if (table.moves.length < this.review.last) this.review.show(table.moves.length, true);
    else this.review.follow(table.moves.length, true);
    this.#settle();
  }

  /** Applies the consequences of the current state. */
  #settle(): void {
    this.#keep();
    this.#arm();
    this.#ask();
    clearTimeout(this.#turning);
    const { turn } = this;
    if (turn !== null) this.#turning = setTimeout(() => (this.#facing = turn), TURN_AFTER_MS);
  }

  #keep(): void {
    this.#save({ plan: this.plan, events: this.#events, spentMs: this.#passed() });
  }

  /** Sets a timer for the fall of the running clock. */
  #arm(): void {
    clearTimeout(this.#flag);
    const falls = this.#falls();
    if (falls === null || this.#since === null) return;
    const wait = Math.min(LONGEST_WAIT_MS, Math.max(0, falls - this.#passed()));
    this.#flag = setTimeout(() => {
      if (!this.#timeIsOver()) this.#arm();
    }, wait);
  }

  #timeIsOver(): boolean {
    const falls = this.#falls();
    if (falls === null || this.#passed() < falls) return false;
    this.#take({ kind: 'time', ms: falls });
    return true;
  }

  #falls(): number | null {
    return this.turn === null ? null : fallsAfter(this.clock, this.#table.pots, this.turn);
  }

  /** Requests a move if the seat to move is a computer's. */
  #ask(): void {
    this.#asked?.abort();
    this.#asked = null;
    const player = this.#players[this.turn ?? -1];
    if (player === undefined || player === 'hand' || this.paused || this.trouble !== null) return;
    const asked = new AbortController();
    this.#asked = asked;
    player.answer(this.ahead(), asked.signal).then(
      (move) => {
        if (!asked.signal.aborted) this.play(move);
      },
      (error: unknown) => {
        if (!asked.signal.aborted) this.trouble = error;
      },
    );
  }

  /** The time of the running turn, in whole milliseconds. */
  #passed(): number {
    if (this.#since === null) return this.#spent;
    return this.#spent + Math.max(0, Math.round((this.time.now() - this.#since) / MICROS_PER_MILLI));
  }

  #byHand(seat: number): boolean {
    return (this.#players[seat] ?? 'hand') === 'hand';
  }

  /** The index of the last human move, if no player has gone out since; -1 for none. */
  #lastByHand(): number {
    const { timings } = this.#table;
    let ply = timings.length;
    for (let index = this.#events.length - 1; index >= 0; index -= 1) {
      if (this.#events[index]?.kind !== 'move') return -1;
      ply -= 1;
      if (this.#byHand(timings[ply]?.seat ?? 0)) return index;
    }
    return -1;
  }

  #start(): ReturnType<typeof startFrom> {
    const layout = layoutOf(this.mode, this.plan.layout);
    if (layout === null) throw new Error('the plan has been looked at already');
    return startFrom(this.mode, layout);
  }

  #seats(): readonly Seated[] {
    const { out } = this.#table.match;
    return colorsOf(this.mode).map((color, seat) => {
      const player = this.#players[seat] ?? 'hand';
      const of = { seat, color, team: sideOf(this.mode, seat), out: out.includes(seat) };
      if (player === 'hand') return { ...of, player: null, name: t(`color.${color}`) };
      const name = t('player.computer', { level: player.level });
      return { ...of, player: { id: String(seat), name, guest: true, computer: player.level }, name };
    });
  }

  #near(): number {
    const [first = 0, ...others] = this.controls;
    if (others.length === 0) return first;
    const turns = settings.get('turning') === 'on' && this.controls.includes(this.#facing);
    return turns ? this.#facing : 0;
  }

  #entry(): Entry | null {
    const may = !this.paused && this.review.live && this.turn !== null && this.controls.includes(this.turn);
    return may ? { kind: 'move', position: this.#table.match.position } : null;
  }

  #reading(): ClockReading {
    const { pots } = this.#table;
    const { turn } = this;
    const since = this.#since;
    const left = turn === null ? pots : afterThinking(this.clock, pots, turn, this.#spent);
    const clocks = {
      remaining_ms: left === null ? null : [...left],
      running: since === null ? null : turn,
      turn_began_at: since === null ? null : since - this.#spent * MICROS_PER_MILLI,
      free_ms: freeMs(this.clock),
      shared: this.clock.kind === 'per_game',
      first_move_by: null,
    };
    return { clocks, at: since ?? 0 };
  }
}
