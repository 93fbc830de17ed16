import { dateFormat, numberFormat } from '$lib/base/i18n/formats';
import { catalogue } from '$lib/base/i18n/i18n.svelte';

/** The messages of players' pages and of leaderboards. The routes load them. */
export const players = catalogue('players');

/** A date of a chart. @param millis since the Unix epoch */
export function dateOf(millis: number): string {
  return dateFormat({ dateStyle: 'medium' }).format(millis);
}

/** @param percent 0 to 100 */
export function percentText(percent: number): string {
  return numberFormat({ style: 'percent' }).format(percent / 100);
}

/** The day of a moment. @param micros since the Unix epoch */
export function dayText(micros: number): string {
  return dateFormat({ dateStyle: 'long' }).format(micros / 1000);
}
