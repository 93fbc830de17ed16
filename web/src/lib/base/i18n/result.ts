import { catalogue } from './i18n.svelte';

/** The messages of results. Components that show them await the load first. */
export const result = catalogue('result');
