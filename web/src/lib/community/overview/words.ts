import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the user's day. */
export const { t } = catalogue('players');
