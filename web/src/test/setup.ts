import { errors } from '$lib/base/i18n/errors';
import { catalogue, startI18n } from '$lib/base/i18n/i18n.svelte';
import { result } from '$lib/base/i18n/result';

await startI18n(['en']);
await Promise.all([errors.load(), result.load(), catalogue('review').load(), catalogue('play').load()]);
