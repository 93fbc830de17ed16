import { onMount } from 'svelte';

import { turn } from '$lib/base/platform/turns';

/** The wait before a retry: doubled each time, up to a minute. */
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** A value that is loaded after the first rendering; `null` until then. */
export interface Later<Value> {
  readonly value: Value | null;
}

/**
 * Loads a value after the component is rendered. If that fails, it retries for as long as the
 * component lives: no caller waits for it, so no caller gets the failure. Call it while a component is created.
 */
export function later<Value>(load: () => Promise<Value>): Later<Value> {
  let value = $state.raw<Value | null>(null);

  onMount(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const attempt = (waitMs: number): void => {
      turn().then(load).then(
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
