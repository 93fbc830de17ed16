/** Parts of a game that are loaded when it is played or reviewed, as one chunk. */
export { default as PastClock } from '$lib/game/clock/PastClock.svelte';

export { default as GameExtras } from './GameExtras.svelte';
export { default as MenuItems } from './MenuItems.svelte';
