import { catalogue } from '$lib/i18n/i18n.svelte';

/** The words for what a computer says about positions and moves. Whoever shows any of it loads them first. */
export const { t, load } = catalogue('evaluation');
