import { catalogue } from './i18n.svelte';

/** The messages of a running game. Its page loads them once the board is there. */
export const play = catalogue('play');
