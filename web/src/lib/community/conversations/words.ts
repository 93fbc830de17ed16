import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of conversations. The route loads them. */
export const { t } = catalogue('chat');
