/** The live games of the home page; loaded as one chunk, after the page is shown. */
export { default as Activity } from './Activity.svelte';
export { LiveBoards } from './live-boards.svelte';
export { default as LiveGames } from './LiveGames.svelte';
export { default as TopGame } from './TopGame.svelte';
