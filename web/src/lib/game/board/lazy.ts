/** Parts of a board that are loaded when a player acts on it, as one chunk. */
export { default as Bubble } from './Bubble.svelte';
export { default as Partners } from './Partners.svelte';
export { default as Premove } from './Premove.svelte';
export { default as Preview } from './Preview.svelte';
