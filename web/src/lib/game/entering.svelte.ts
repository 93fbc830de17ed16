import type { Means } from '$lib/board/input.svelte';
import { moved, traceOf, type Marble, type Trace } from '$lib/board/marble';
import type { Word } from '$lib/board/word';
import { play } from '$lib/i18n/play';
import { sideOfColor } from '$lib/rules/mode';
import type { Move } from '$lib/rules/move';
import { moveText } from '$lib/rules/notation';
import { settings } from '$lib/settings/settings.svelte';

import { entryOf, type GameModel } from './model';

/**
 * A move between the player's hand and the game: asked about first where the player wants that. To be made while a component is.
 */
export class Entering {
  readonly #game: () => GameModel;
  /** The move that is shown as made and is asked about. */
  pending = $state.raw<Move | null>(null);
  /** The move that is being typed. */
  typed = $state.raw<Move | null>(null);

  readonly entry = $derived.by(() => entryOf(this.#game()));
  readonly legal = $derived.by(() => (this.pending === null ? this.#game().legal : []));
  readonly marbles: readonly Marble[] = $derived.by(() => this.#marbles());
  readonly trace: Trace | null = $derived.by(() => {
    const { review } = this.#game();
    return this.pending === null ? review.trace : traceOf(review.marbles, this.marbles);
  });
  readonly glide = $derived.by(() => this.pending !== null || this.#game().review.glide);
  /** What became of a premove that could not be played. */
  readonly word: Word | null = $derived.by(() => {
    const { dropped } = this.#game();
    if (dropped === undefined || dropped === null) return null;
    const { move, why } = dropped;
    const text = play.t('premove.dropped', { move: moveText(move), why: play.t(`try.${why}`) });
    return { text, cell: move.targets[0] ?? null };
  });

  constructor(game: () => GameModel) {
    this.#game = game;
    // What was asked about belongs to a position that is gone.
    $effect.pre(() => {
      void game().legal;
      this.pending = null;
    });
  }

  /** Takes a move from the board. A premove waits anyway, and can be cancelled. */
  enter(move: Move, means: Means): void {
    const wish = settings.get('confirmation');
    const asks = wish === 'always' || (wish === 'touch' && means === 'touch');
    if (asks && this.#game().binding === true && this.entry?.kind === 'move') this.pending = move;
    else this.#game().play(move);
  }

  confirm(): void {
    const move = this.pending;
    this.pending = null;
    if (move !== null) this.#game().play(move);
  }

  takeBack(): void {
    this.pending = null;
  }

  /** Somebody tried to move who may not: whoever looks back comes back to the game, the others are told. */
  locked(): string | null {
    const game = this.#game();
    const { review } = game;
    if (this.pending !== null) return play.t('confirm.first');
    if (review.live) return play.t('entry.notYourTurn');
    const { ply } = review;
    review.go(review.last);
    return play.t('entry.back', { ply });
  }

  #marbles(): readonly Marble[] {
    const { review } = this.#game();
    if (this.pending === null || this.entry === null) return review.marbles;
    const { mode, turn } = this.entry.position;
    return moved(review.marbles, this.pending, sideOfColor(mode, turn));
  }
}
