import { catalogue } from '$lib/i18n/i18n.svelte';

/** What challenges say. Whoever shows them loads the words. */
export const words = catalogue('challenges');
