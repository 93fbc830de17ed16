/** The parts of every page for users with games; loaded as one chunk, for those users only. */
export { default as BackToGame } from './BackToGame.svelte';
export { default as OwnButton } from './OwnButton.svelte';
export { default as OwnMenu } from './OwnMenu.svelte';
