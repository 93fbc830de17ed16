import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of notifications. Components that show them load them. */
export const { t } = catalogue('notifications');
