import { untrack } from 'svelte';

import { effectOf } from '$lib/game/board/effect';
import type { Move } from '$lib/game/rules/move';
import { sounds } from '$lib/base/sound/sounds';

import type { Entering } from './entering.svelte';
import type { GameModel } from './model';

/** Plays the sounds of animated moves: played, stepped through, or to be confirmed. Call it while a component is created. */
export function hearMoves(game: () => GameModel, entering: Entering): void {
  let last = untrack(() => game().review.ply);
  /** A move to confirm has sounded already when it is played. */
  let heard: Move | null = null;

  $effect(() => {
    const { pending } = entering;
    if (pending === null) return;
    heard = pending;
    sounds.play(effectOf(pending));
  });

  $effect(() => {
    const { review } = game();
    const { ply } = review;
    const steps = ply - last;
    last = ply;
    untrack(() => {
      if (!review.glide || Math.abs(steps) !== 1) return;
      const move = steps === 1 ? game().line.move(ply) : null;
      if (move === null || move !== heard) sounds.play(move === null ? 'move' : effectOf(move));
      heard = null;
    });
  });

  $effect(() => {
    if (game().premove) sounds.play('premove');
  });
}
