import { catalogue } from '$lib/i18n/i18n.svelte';

/** What the home page says: loaded with it. */
export const words = catalogue('home');
export const { t } = words;
