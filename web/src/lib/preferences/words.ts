import { catalogue } from '$lib/i18n/i18n.svelte';

/** What the page of the settings says: loaded with it. */
export const words = catalogue('preferences');
export const { t } = words;
