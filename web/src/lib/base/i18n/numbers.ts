import { dateFormat, number } from './formats';
import { locale } from './i18n.svelte';

export function numberText(value: number): string {
  return number(locale(), value, 0);
}

/** @param micros since the Unix epoch */
export function dateText(micros: number): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(micros / 1000);
}
