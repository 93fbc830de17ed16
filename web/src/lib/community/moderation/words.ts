import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of the moderators' page. The route loads them. */
export const { t } = catalogue('moderation');

/** The messages of the page with the numbers of moderation. The route loads them. */
export const figures = catalogue('transparency');
