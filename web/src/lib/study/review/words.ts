import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the review tools. `LazyTools` loads them. */
export const { t } = catalogue('review');
