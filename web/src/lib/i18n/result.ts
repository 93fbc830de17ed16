import { catalogue } from './i18n.svelte';

/** How games end. Whoever tells it awaits it before. */
export const result = catalogue('result');
