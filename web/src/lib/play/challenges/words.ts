import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of challenges. Components that show challenges load them. */
export const words = catalogue('challenges');
