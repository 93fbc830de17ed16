import { onMount } from 'svelte';

/** After how long what could not be loaded is tried again: twice as long each time, up to a minute. */
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** A value that is loaded after the first rendering; `null` until then. */
export interface Later<Value> {
  readonly value: Value | null;
}

/**
 * Loads what a component does not need to be seen, as soon as it is seen. Where that fails it is tried again for as long as the
 * component lives: no caller asked for it, so no caller hears of a failure. To be called while a component is made.
 */
export function later<Value>(load: () => Promise<Value>): Later<Value> {
  let value = $state.raw<Value | null>(null);

  onMount(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const attempt = (waitMs: number): void => {
      load().then(
        (loaded) => {
          if (!left) value = loaded;
        },
        () => {
          if (!left) timer = setTimeout(() => attempt(Math.min(2 * waitMs, LONGEST_MS)), waitMs);
        },
      );
    };
    attempt(FIRST_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  });

  return {
    get value() {
      return value;
    },
  };
}
