import { onDestroy } from 'svelte';

/** Ends when the component is gone that asks for it: a page, for the commands that are given on it. */
export function whileHere(): AbortSignal {
  const here = new AbortController();
  onDestroy(() => here.abort());
  return here.signal;
}
