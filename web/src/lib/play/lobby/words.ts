import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the forms for a new game. The route loads them. */
export const create = catalogue('create');
