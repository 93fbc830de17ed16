/** Parts of a board that are drawn once a player acts on it, but not at first sight; loaded as one chunk. */
export { default as Bubble } from './Bubble.svelte';
export { default as Partners } from './Partners.svelte';
export { default as Premove } from './Premove.svelte';
export { default as Preview } from './Preview.svelte';
