import { catalogue } from '$lib/i18n/i18n.svelte';

/** The words of what helps to look at a game. `LazyTools` loads them. */
export const { t } = catalogue('review');
