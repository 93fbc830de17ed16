import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of puzzles. Their routes load them. */
export const { t, load } = catalogue('puzzles');
