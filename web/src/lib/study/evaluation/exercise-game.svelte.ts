import type { AnalysedPosition } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import { hasLegalMove, legalMoves } from '$lib/game/rules/legal';
import { sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText, readMove } from '$lib/game/rules/notation';
import { play, settled } from '$lib/game/rules/play';
import { winner, type Position } from '$lib/game/rules/position';
import { Line } from '$lib/game/table/line';
import type { Entry, GameModel } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';

import type { Answer } from './answers';
import { isAsGood, valueFor } from './exercises';

/** The state of an exercise. */
export type ExerciseStage =
  /** Before the first try. */
  | 'asked'
  /** The computer evaluates a move. */
  | 'checking'
  /** The move was worse than the best one. It is taken back after a pause. */
  | 'wrong'
  /** The move could not be evaluated, and is taken back. */
  | 'failed'
  /** The best move was played. */
  | 'best'
  /** Another move was played that is about as good. */
  | 'good'
  /** The best move was shown. */
  | 'shown';

/** The time that a wrong move stays on the board, in milliseconds. */
const SHOWN_MS = 900;

/** A position of a game in which a mistake was made: the reader searches for a better move. */
export class ExerciseGame implements GameModel {
  readonly #game: GameModel;
  readonly #evaluate: (position: Position) => Promise<Answer | null>;
  readonly #analysed: AnalysedPosition;
  readonly #before: Position;
  #tried = $state.raw<readonly string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The ply of the game at which it starts. */
  readonly from: number;
  readonly seat: number;
  readonly mode;
  readonly clock;
  readonly timings;
  readonly controls: readonly number[];
  readonly near: number;
  /** No computer thinks here, even if it made the mistake. */
  readonly computerWaits = true;
  readonly line = $derived.by(() => Line.from(this.#game.line.position(0), [...this.#game.line.moves.slice(0, this.from), ...this.#tried]));
  readonly review = new Review(() => this.line);
  stage = $state<ExerciseStage>('asked');

  /** Whether the exercise is over. */
  readonly over: boolean = $derived.by(() => ['best', 'good', 'shown'].includes(this.stage));
  readonly playing: boolean = $derived.by(() => !this.over);
  readonly #mayMove: boolean = $derived.by(() => this.playing && this.stage !== 'checking' && this.#tried.length === 0);
  readonly legal: readonly Move[] = $derived.by(() => (this.#mayMove ? legalMoves(this.#before) : []));
  readonly entry: Entry | null = $derived.by(() => (this.#mayMove ? { kind: 'move', position: this.#before } : null));
  readonly turn: number | null = $derived.by(() => (this.#tried.length === 0 ? this.seat : null));

  /**
   * @param analysed the position before the mistake
   * @param evaluate evaluates a position; `null` while another evaluation is pending
   */
  constructor(game: GameModel, analysed: AnalysedPosition, evaluate: (position: Position) => Promise<Answer | null>) {
    this.#game = game;
    this.#evaluate = evaluate;
    this.#analysed = analysed;
    this.from = analysed.ply;
    this.#before = game.line.position(this.from);
    this.seat = game.line.movers[this.from] ?? 0;
    this.mode = game.mode;
    this.clock = game.clock;
    this.timings = game.timings.slice(0, this.from);
    this.controls = [this.seat];
    this.near = this.seat;
    this.review.last = this.from;
    this.review.ply = this.from;
  }

  get seats(): GameModel['seats'] {
    return this.#game.seats;
  }

  /** The text of the mistake. */
  get played(): string {
    return this.#game.line.moves[this.from] ?? '';
  }

  /** The mistake, if its text can be read. */
  get mistake(): Move | null {
    const move = readMove(this.#before, this.played);
    return isIllegal(move) ? null : move;
  }

  /** The text of the best move. */
  get best(): string {
    return this.#analysed.line[0] ?? '';
  }

  play(move: Move): void {
    if (!this.#mayMove) return;
    const text = moveText(move);
    this.#put([text]);
    if (readMove(this.#before, this.best) === move) this.stage = 'best';
    else if (readMove(this.#before, this.played) === move) this.#reject('wrong');
    else void this.#check(play(this.#before, move));
  }

  /** Plays the best move. */
  show(): void {
    this.close();
    this.stage = 'shown';
    this.#put([this.best]);
  }

  /** Cancels pending work. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #check(next: Position): Promise<void> {
    const own = sideOf(this.mode, this.seat);
    const isStuck = this.mode === 'two' && !hasLegalMove(next);
    if (winner(next) === own || isStuck) {
      this.stage = 'good';
      return;
    }
    this.stage = 'checking';
    const position = settled(next);
    const answer = await this.#evaluate(position);
    // The reader may have requested the solution in between.
    if (this.stage !== 'checking') return;
    if (answer?.kind !== 'found') return this.#reject('failed');
    const best = valueFor(this.seat, this.mode, this.#before, this.#analysed);
    const played = valueFor(this.seat, this.mode, position, answer.found);
    if (isAsGood(best, played)) this.stage = 'good';
    else this.#reject('wrong');
  }

  #reject(stage: 'wrong' | 'failed'): void {
    this.stage = stage;
    this.#timer = setTimeout(() => this.#put([]), SHOWN_MS);
  }

  #put(tried: readonly string[]): void {
    this.#tried = tried;
    this.review.show(this.from + tried.length, true);
  }
}
