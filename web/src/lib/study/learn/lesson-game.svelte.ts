import { Line } from '$lib/game/table/line';
import type { Entry, GameModel } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';
import { t } from '$lib/base/i18n/i18n.svelte';
import type { Clock, Mode } from '$lib/base/protocol/types';
import type { Fault, Illegal } from '$lib/game/rules/illegal';
import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { play } from '$lib/game/rules/play';
import type { Position } from '$lib/game/rules/position';

import { hintFrom, type Hint } from './hint';
import type { Step } from './lesson';
import { positionOf } from './scene';
import { judged, movesFor, type Mistake } from './task';

/** The state of a step. */
export type Progress =
  /** The learner may try. */
  | { readonly kind: 'asked' }
  /** A try was illegal, and the task did not ask for that: the learner can try again at once. */
  | { readonly kind: 'refused'; readonly reason: Fault }
  | { readonly kind: 'done' }
  /** The step has to be restarted. */
  | { readonly kind: 'mistaken'; readonly mistake: Mistake | 'late' };

/** Delay before the opponents reply, so that the learner sees their own move first, in milliseconds. */
const ANSWER_MS = 700;

const NO_LIMIT: Clock = { kind: 'none' };

/** A step of a lesson as a game: the learner tries, and the opponents play scripted moves. */
export class LessonGame implements GameModel {
  readonly step: Step;
  readonly mode: Mode;
  readonly clock = NO_LIMIT;
  readonly review = new Review(() => this.line);
  readonly timings = [];
  readonly controls: readonly number[];
  readonly near = 0;
  readonly seats = $derived.by(() =>
    colorsOf(this.mode).map((color, seat) => ({
      ...{ seat, color, team: sideOf(this.mode, seat), player: null, out: false },
      name: t(`color.${color}`),
    })),
  );
  readonly #start: Position;
  readonly #answerMs: number;
  #moves = $state.raw<readonly string[]>([]);
  /** The marbles of the learner. */
  #own = $state.raw<readonly string[]>([]);
  #waiting: ReturnType<typeof setTimeout> | undefined;
  progress = $state.raw<Progress>({ kind: 'asked' });

  readonly line = $derived.by(() => Line.from(this.#start, this.#moves));
  readonly position: Position = $derived.by(() => this.line.position(this.#moves.length));
  readonly turn: number | null = $derived.by(() => colorsOf(this.mode).indexOf(this.position.turn));
  /** Whether the learner may try. */
  readonly playing = $derived(this.progress.kind !== 'done' && this.progress.kind !== 'mistaken');
  readonly legal: readonly Move[] = $derived.by(() => (this.#mayTry() ? legalMoves(this.position) : []));
  readonly entry: Entry | null = $derived.by(() => (this.#mayTry() ? { kind: 'move', position: this.position } : null));
  /** The next move of the solution, if the learner is still on it. */
  readonly hint: Hint | null = $derived.by(() => this.#hint());

  /** @param answerMs the opponents' delay */
  constructor(step: Step, answerMs = ANSWER_MS) {
    const { mode = 'two' } = step.scene;
    this.step = step;
    this.mode = mode;
    this.controls = step.seats ?? [0];
    this.#answerMs = answerMs;
    this.#start = positionOf(step.scene);
  }

  play(move: Move): void {
    if (!this.playing) return;
    const { answers = [], task } = this.step;
    const after = play(this.position, move);
    const others = answers[this.#own.length] ?? [];
    this.#own = [...this.#own, moveText(move)];
    this.#add(moveText(move));
    const verdict = judged(task, move, after, movesFor(task) - this.#own.length);
    if (verdict === 'on') this.progress = { kind: 'asked' };
    else if (verdict === 'done') this.progress = { kind: 'done' };
    else this.progress = { kind: 'mistaken', mistake: verdict };
    if (verdict === 'on' || verdict === 'done') this.#answer(others);
  }

  /** Judges an illegal try of the learner's. */
  refuse({ reason }: Illegal): void {
    if (!this.playing) return;
    const { task } = this.step;
    const asked = task.kind === 'refused' && task.reasons.includes(reason);
    this.progress = asked ? { kind: 'done' } : { kind: 'refused', reason };
  }

  /** Ends the step when the learner's time is over. */
  runOut(): void {
    if (this.playing) this.progress = { kind: 'mistaken', mistake: 'late' };
  }

  /** Restarts the step. */
  reset(): void {
    this.close();
    this.#moves = [];
    this.#own = [];
    this.review.follow(0, true);
    this.progress = { kind: 'asked' };
  }

  /** Cancels pending replies. */
  close(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  #mayTry(): boolean {
    return this.playing && this.turn !== null && this.controls.includes(this.turn);
  }

  #answer([next, ...rest]: readonly string[]): void {
    if (next === undefined) return;
    this.#waiting = setTimeout(() => {
      this.#add(next);
      this.#answer(rest);
    }, this.#answerMs);
  }

  #add(move: string): void {
    this.#moves = [...this.#moves, move];
    this.review.follow(this.#moves.length, true);
  }

  #hint(): Hint | null {
    const { solution } = this.step;
    const next = solution[this.#own.length];
    const onTheWay = this.#own.every((text, index) => text === solution[index]);
    return next === undefined || !onTheWay || !this.#mayTry() ? null : hintFrom(next);
  }
}
