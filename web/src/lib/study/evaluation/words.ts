import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages for evaluations of positions and moves. Components that show them load them first. */
export const { t, load } = catalogue('evaluation');
