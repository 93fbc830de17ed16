import { Line } from '$lib/game/table/line';
import type { GameModel } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';

/** A game up to a ply, and the best line from there on. It is read-only. */
export class Variation implements GameModel {
  readonly #game: GameModel;
  /** The ply of the game at which it starts. */
  readonly from: number;
  readonly line: Line;
  readonly review = new Review(() => this.line);
  readonly mode;
  readonly clock;
  readonly timings;
  readonly controls = [];
  readonly playing = false;
  readonly legal = [];
  readonly turn = $derived.by(() => this.line.movers[this.review.ply] ?? null);

  /** @param moves from that ply on */
  constructor(game: GameModel, from: number, moves: readonly string[]) {
    this.#game = game;
    this.from = from;
    this.mode = game.mode;
    this.clock = game.clock;
    this.timings = game.timings.slice(0, from);
    this.line = Line.from(game.line.position(0), [...game.line.moves.slice(0, from), ...moves]);
    this.review.last = this.line.moves.length;
    this.review.ply = from;
  }

  get seats(): GameModel['seats'] {
    return this.#game.seats;
  }

  get near(): number {
    return this.#game.near;
  }

  play(): void {
    throw new Error('a line of a search has no legal moves');
  }
}
