import { Line } from '$lib/game/line';
import type { Entry, GameModel } from '$lib/game/model';
import { Review } from '$lib/game/review.svelte';
import { t } from '$lib/i18n/i18n.svelte';
import type { Clock, Mode } from '$lib/protocol/types';
import type { Fault, Illegal } from '$lib/rules/illegal';
import { legalMoves } from '$lib/rules/legal';
import { colorsOf, sideOf } from '$lib/rules/mode';
import type { Move } from '$lib/rules/move';
import { moveText } from '$lib/rules/notation';
import { play } from '$lib/rules/play';
import type { Position } from '$lib/rules/position';

import { hintFrom, type Hint } from './hint';
import type { Step } from './lesson';
import { positionOf } from './scene';
import { judged, movesFor, type Mistake } from './task';

/** How far the learner has come with a step. */
export type Progress =
  /** It is to be tried. */
  | { readonly kind: 'asked' }
  /** A try was not legal, which was not what was asked for: it can be tried again at once. */
  | { readonly kind: 'refused'; readonly reason: Fault }
  | { readonly kind: 'done' }
  /** It has to be begun anew. */
  | { readonly kind: 'mistaken'; readonly mistake: Mistake | 'late' };

/** After so long the others answer, so that one sees one's own move first, in milliseconds. */
const ANSWER_MS = 700;

const NO_LIMIT: Clock = { kind: 'none' };

/** A step of a lesson as a game: the learner tries, and the others play what they were told to. */
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
  /** Those of them that are the learner's. */
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
  /** What to do now, if the learner is still on the way that is known. */
  readonly hint: Hint | null = $derived.by(() => this.#hint());

  /** @param answerMs how long the others take to answer */
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

  /** The learner has tried something that is not legal. */
  refuse({ reason }: Illegal): void {
    if (!this.playing) return;
    const { task } = this.step;
    const asked = task.kind === 'refused' && task.reasons.includes(reason);
    this.progress = asked ? { kind: 'done' } : { kind: 'refused', reason };
  }

  /** The learner's time is over. */
  runOut(): void {
    if (this.playing) this.progress = { kind: 'mistaken', mistake: 'late' };
  }

  /** Begins the step anew. */
  reset(): void {
    this.close();
    this.#moves = [];
    this.#own = [];
    this.review.follow(0, true);
    this.progress = { kind: 'asked' };
  }

  /** Lets nobody answer any more. */
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
