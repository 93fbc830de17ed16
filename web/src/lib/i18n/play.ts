import { catalogue } from './i18n.svelte';

/** What a game says while it is played. Its page asks for it once the board is there. */
export const play = catalogue('play');
