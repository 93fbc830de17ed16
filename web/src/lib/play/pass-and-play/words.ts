import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of games at one screen. The route loads them. */
export const { t } = catalogue('local');
