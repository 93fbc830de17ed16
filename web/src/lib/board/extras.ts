/** What a board draws as soon as somebody plays on it, but not at first sight; loaded as one. */
export { default as Bubble } from './Bubble.svelte';
export { default as Partners } from './Partners.svelte';
export { default as Premove } from './Premove.svelte';
export { default as Preview } from './Preview.svelte';
