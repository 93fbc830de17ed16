import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages about receipts. The route loads them. */
export const { t } = catalogue('review');
