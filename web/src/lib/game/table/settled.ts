import { tick } from 'svelte';

import { turn } from '$lib/base/platform/turns';

/** Waits until changes are drawn and the element's animations have ended. Endless animations are ignored. */
export async function settled(element: Element): Promise<void> {
  await tick();
  // The movements start with the effects that follow the drawing. Asking for them lays out the page: not in the same task.
  await turn();
  const moving = element.getAnimations?.({ subtree: true }) ?? [];
  const ending = moving.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
