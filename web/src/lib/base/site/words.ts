import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the footer and of the pages of the operator. Whatever shows them loads them. */
export const { t } = catalogue('site');
