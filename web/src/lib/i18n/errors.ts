import { catalogue } from './i18n.svelte';

/** What servers and rules say no to. Loaded behind the first page; before that a refusal is told in the server's own words. */
export const errors = catalogue('errors');
