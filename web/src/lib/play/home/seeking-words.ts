import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages for the search for an opponent. */
export const { t } = catalogue('notifications');
