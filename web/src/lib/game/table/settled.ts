import { tick } from 'svelte';

/** Waits until changes are drawn and the element's animations have ended. Endless animations are ignored. */
export async function settled(element: Element): Promise<void> {
  await tick();
  // The movements begin with the effects that follow the drawing.
  await tick();
  const moving = element.getAnimations?.({ subtree: true }) ?? [];
  const ending = moving.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
