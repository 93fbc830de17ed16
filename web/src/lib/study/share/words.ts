import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The words of sharing. Whatever opens the dialog has loaded them. */
export const { t } = catalogue('review');
