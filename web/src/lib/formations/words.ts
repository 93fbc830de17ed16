import { catalogue } from '$lib/i18n/i18n.svelte';

/** What stands beside the formations. The panel is shown when it is loaded. */
export const { t, load } = catalogue('formations');
