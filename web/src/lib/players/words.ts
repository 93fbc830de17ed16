import { catalogue } from '$lib/i18n/i18n.svelte';

/** The words of players' pages and of leaderboards. The routes load them. */
export const players = catalogue('players');
