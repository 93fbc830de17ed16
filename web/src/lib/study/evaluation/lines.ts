import { settings } from '$lib/base/settings/settings.svelte';
import { oneOf } from '$lib/base/settings/stored';

/** The numbers of lines that a reader can choose. */
export const LINE_COUNTS = ['1', '2', '3', '4', '5'] as const;

/** The number of lines that the reader has chosen. */
export function lineCount(): number {
  return Number(oneOf(LINE_COUNTS, settings.get('lines'), '1'));
}
