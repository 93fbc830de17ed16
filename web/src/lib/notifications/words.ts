import { catalogue } from '$lib/i18n/i18n.svelte';

/** What concerns oneself, in words. Whoever shows it loads them. */
export const { t } = catalogue('notifications');
