import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The words of a room in which no game has started. */
export const waiting = catalogue('waiting');
