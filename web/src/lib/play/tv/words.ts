import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the page. The route loads them. */
export const { t } = catalogue('players');
