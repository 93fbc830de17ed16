import { t } from '$lib/base/i18n/i18n.svelte';
import type { Clock, Mode } from '$lib/base/protocol/types';
import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import type { Position } from '$lib/game/rules/position';

import { Line } from './line';
import type { Entry, Seated } from './model';
import { Review } from './review.svelte';

const NO_LIMIT: Clock = { kind: 'none' };

/** A game against moves that are known beforehand: the reader moves, and each reply follows after a pause. */
export abstract class ScriptedGame {
  readonly mode: Mode;
  readonly start: Position;
  readonly clock = NO_LIMIT;
  readonly timings = [];
  readonly review = new Review(() => this.line);
  #moves = $state.raw<readonly string[]>([]);
  #waiting: ReturnType<typeof setTimeout> | undefined;

  readonly line = $derived.by(() => Line.from(this.start, this.#moves));
  readonly position: Position = $derived.by(() => this.line.position(this.#moves.length));
  readonly turn: number | null = $derived.by(() => colorsOf(this.mode).indexOf(this.position.turn));
  readonly seats: readonly Seated[] = $derived.by(() =>
    colorsOf(this.mode).map((color, seat) => ({
      ...{ seat, color, team: sideOf(this.mode, seat), player: null, out: false },
      name: t(`color.${color}`),
    })),
  );
  readonly legal: readonly Move[] = $derived.by(() => (this.mayMove ? legalMoves(this.position) : []));
  readonly entry: Entry | null = $derived.by(() => (this.mayMove ? { kind: 'move', position: this.position } : null));

  constructor(start: Position) {
    this.mode = start.mode;
    this.start = start;
  }

  /** Whether the reader may enter a move now. */
  protected abstract get mayMove(): boolean;

  /** Cancels pending replies. */
  close(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  protected add(move: string): void {
    this.#moves = [...this.#moves, move];
    this.review.follow(this.#moves.length, true);
  }

  /** Plays these moves, each after this pause. */
  protected reply([next, ...rest]: readonly string[], pauseMs: number): void {
    if (next === undefined) return;
    this.later(() => {
      this.add(next);
      this.reply(rest, pauseMs);
    }, pauseMs);
  }

  /** Calls the function after a pause, in place of a pending call. */
  protected later(act: () => void, pauseMs: number): void {
    this.close();
    this.#waiting = setTimeout(act, pauseMs);
  }

  /** Takes moves back, to this number of plies. Cancels pending replies. */
  protected goBackTo(plies: number): void {
    this.close();
    this.#moves = this.#moves.slice(0, plies);
    this.review.show(this.#moves.length, true);
  }
}
