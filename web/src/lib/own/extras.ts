/** What whoever has games sees of them on every page; loaded as one, for those only. */
export { default as BackToGame } from './BackToGame.svelte';
export { default as OwnButton } from './OwnButton.svelte';
export { default as OwnMenu } from './OwnMenu.svelte';
