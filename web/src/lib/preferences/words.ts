import { catalogue } from '$lib/i18n/i18n.svelte';

/** The words of the page of the settings. The route loads them. */
export const { t } = catalogue('preferences');
