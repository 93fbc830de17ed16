/** The parts of every page for users with games; loaded as one chunk, for those users only. */
export { default as BackToGame } from './BackToGame.svelte';
export { default as MyGamesButton } from './MyGamesButton.svelte';
export { default as MyGamesMenu } from './MyGamesMenu.svelte';
