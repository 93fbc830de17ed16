import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the account pages. The routes load them. */
export const { t } = catalogue('account');
