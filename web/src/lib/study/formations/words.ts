import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the formations panel. The panel is shown once they are loaded. */
export const { t, load } = catalogue('formations');
