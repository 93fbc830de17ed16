import type { Means } from '$lib/game/board/input.svelte';
import { moved, traceOf, type Marble, type Trace } from '$lib/game/board/marble';
import type { Word } from '$lib/game/board/word';
import { play } from '$lib/base/i18n/play';
import { sideOfColor } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { settings } from '$lib/base/settings/settings.svelte';

import { entryOf, type GameModel } from './model';

/**
 * A move between entry and play: confirmed first if the player's settings say so. Create it while a component is
 */
export class Entering {
  readonly #game: () => GameModel;
  /** The move to confirm, shown as played. */
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
  /** The reason why a premove was not played. */
  readonly word: Word | null = $derived.by(() => {
    const { dropped } = this.#game();
    if (dropped === undefined || dropped === null) return null;
    const { move, why } = dropped;
    const text = play.t('premove.dropped', { move: moveText(move), why: play.t(`try.${why}`) });
    return { text, cell: move.targets[0] ?? null };
  });

  constructor(game: () => GameModel) {
    this.#game = game;
    // The move to confirm belongs to an earlier position.
    $effect.pre(() => {
      void game().legal;
      this.pending = null;
    });
  }

  /** Handles a move from the board. A premove needs no confirmation: it waits, and can be cancelled. */
  enter(move: Move, means: Means): void {
    const confirmation = settings.get('confirmation');
    const asks = confirmation === 'always' || (confirmation === 'touch' && means === 'touch');
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

  /** Handles a try without the turn: a player at an earlier ply returns to the newest ply, other users get a message. */
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
