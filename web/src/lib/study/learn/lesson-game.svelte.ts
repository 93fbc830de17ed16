import { hintFrom, type Hint } from '$lib/game/board/hint';
import type { Fault, Illegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { play } from '$lib/game/rules/play';
import type { GameModel } from '$lib/game/table/model';
import { ScriptedGame } from '$lib/game/table/scripted-game.svelte';

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

/** Delay before the opponents reply, so that the learner's own move is shown first, in milliseconds. */
const ANSWER_MS = 700;

/** A step of a lesson as a game: the learner tries, and the opponents play scripted moves. */
export class LessonGame extends ScriptedGame implements GameModel {
  readonly step: Step;
  readonly controls: readonly number[];
  readonly near = 0;
  readonly #answerMs: number;
  /** The moves of the learner. */
  #own = $state.raw<readonly string[]>([]);
  progress = $state.raw<Progress>({ kind: 'asked' });

  /** Whether the learner may try. */
  readonly playing = $derived(this.progress.kind !== 'done' && this.progress.kind !== 'mistaken');
  /** The next move of the solution, if the learner is still on it. */
  readonly hint: Hint | null = $derived.by(() => this.#hint());

  /** @param answerMs the opponents' delay */
  constructor(step: Step, answerMs = ANSWER_MS) {
    super(positionOf(step.scene));
    this.step = step;
    this.controls = step.seats ?? [0];
    this.#answerMs = answerMs;
  }

  play(move: Move): void {
    if (!this.playing) return;
    const { answers = [], task } = this.step;
    const after = play(this.position, move);
    const others = answers[this.#own.length] ?? [];
    this.#own = [...this.#own, moveText(move)];
    this.add(moveText(move));
    const verdict = judged(task, move, after, movesFor(task) - this.#own.length);
    if (verdict === 'on') this.progress = { kind: 'asked' };
    else if (verdict === 'done') this.progress = { kind: 'done' };
    else this.progress = { kind: 'mistaken', mistake: verdict };
    if (verdict === 'on' || verdict === 'done') this.reply(others, this.#answerMs);
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
    this.goBackTo(0);
    this.#own = [];
    this.progress = { kind: 'asked' };
  }

  protected override get mayMove(): boolean {
    return this.playing && this.turn !== null && this.controls.includes(this.turn);
  }

  #hint(): Hint | null {
    const { solution } = this.step;
    const next = solution[this.#own.length];
    const onTheWay = this.#own.every((text, index) => text === solution[index]);
    return next === undefined || !onTheWay || !this.mayMove ? null : hintFrom(next);
  }
}
