import { startI18n } from '$lib/i18n/i18n.svelte';

await startI18n(['en']);
