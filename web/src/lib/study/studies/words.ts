import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of studies. The route loads them. */
export const { t } = catalogue('studies');
export { t as main } from '$lib/base/i18n/i18n.svelte';
