import { catalogue } from './i18n.svelte';

/** The messages of errors and illegal moves. Loaded after the first page; before that, errors are shown in the server's own words. */
export const errors = catalogue('errors');
