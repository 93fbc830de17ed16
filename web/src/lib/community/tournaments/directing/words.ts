import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the director's tools. The components that load these tools load them, too. */
export const t = catalogue('directing').t;
