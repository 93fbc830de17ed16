/** The parts of every page for users with games or an account; loaded as one chunk, for those users only. */
export { default as BackToGame } from '$lib/play/my-games/BackToGame.svelte';
export { default as MyGamesButton } from '$lib/play/my-games/MyGamesButton.svelte';
export { default as MyGamesMenu } from '$lib/play/my-games/MyGamesMenu.svelte';
export { default as UserMenu } from './UserMenu.svelte';
