import type { GameModel } from '$lib/game/table/model';
import type { Position } from '$lib/game/rules/position';

import type { Answer } from './answers';
import { ExerciseGame } from './exercise-game.svelte';
import { exercisesOf } from './exercises';
import type { Positions } from './positions';

/** The exercises from the mistakes of one player, one after the other. */
export class ExerciseRun {
  readonly seat: number;
  readonly #game: GameModel;
  readonly #positions: Positions;
  readonly #evaluate: (position: Position) => Promise<Answer | null>;
  readonly #plies: readonly number[];
  #index = $state(0);
  /** The number of exercises in which the reader found a good move. */
  found = $state(0);
  /** The current exercise; `null` after the last. */
  exercise = $state.raw<ExerciseGame | null>(null);

  /** @param positions the complete analysis */
  constructor(game: GameModel, positions: Positions, seat: number, evaluate: (position: Position) => Promise<Answer | null>) {
    this.#game = game;
    this.#positions = positions;
    this.seat = seat;
    this.#evaluate = evaluate;
    this.#plies = exercisesOf(positions, game.line.movers, seat);
    this.#show(0);
  }

  get count(): number {
    return this.#plies.length;
  }

  /** The number of the current exercise, from 1. */
  get number(): number {
    return this.#index + 1;
  }

  /** Leaves the current exercise for the next. */
  next(): void {
    if (this.exercise?.stage === 'best' || this.exercise?.stage === 'good') this.found += 1;
    this.#show(this.#index + 1);
  }

  /** Starts again with the first. */
  again(): void {
    this.found = 0;
    this.#show(0);
  }

  /** Cancels pending work. */
  close(): void {
    this.exercise?.close();
  }

  #show(index: number): void {
    this.close();
    this.#index = index;
    const analysed = this.#positions.get(this.#plies[index] ?? -1);
    this.exercise = analysed === undefined ? null : new ExerciseGame(this.#game, analysed, this.#evaluate);
  }
}
