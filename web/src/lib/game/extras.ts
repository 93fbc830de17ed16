/** What a game needs once it is played or walked through, but not at first sight; loaded as one. */
export { default as PastClock } from '$lib/clock/PastClock.svelte';

export { default as EntryTools } from './EntryTools.svelte';
export { default as MoveNews } from './MoveNews.svelte';
