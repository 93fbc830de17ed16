import { onDestroy } from 'svelte';

/** A signal that aborts when the calling component is destroyed: for commands that only its page needs. */
export function whileHere(): AbortSignal {
  const here = new AbortController();
  onDestroy(() => here.abort());
  return here.signal;
}
