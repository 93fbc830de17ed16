import { catalogue } from '$lib/i18n/i18n.svelte';

/** The messages of notifications. Components that show them load them. */
export const { t } = catalogue('notifications');
