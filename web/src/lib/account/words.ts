import { catalogue } from '$lib/i18n/i18n.svelte';

/** The words of the pages of accounts. The routes load them. */
export const { t } = catalogue('account');
