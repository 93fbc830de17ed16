import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of lists of games and of results. Their routes load them. */
export const { t, load } = catalogue('players');
