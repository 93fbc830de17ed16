/** Parts of a game that are needed once it is played or reviewed, but not at first sight; loaded as one chunk. */
export { default as PastClock } from '$lib/game/clock/PastClock.svelte';

export { default as EntryTools } from './EntryTools.svelte';
export { default as MoveNews } from './MoveNews.svelte';
