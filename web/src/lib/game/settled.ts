import { tick } from 'svelte';

/** Waits until what has changed is drawn and nothing in the element moves any more. What moves for ever is not waited for. */
export async function settled(element: Element): Promise<void> {
  await tick();
  // The movements begin with the effects that follow the drawing.
  await tick();
  const moving = element.getAnimations?.({ subtree: true }) ?? [];
  const ending = moving.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
