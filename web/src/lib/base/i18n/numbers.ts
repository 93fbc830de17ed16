import { locale } from './i18n.svelte';

export function numberText(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** @param micros since the Unix epoch */
export function dateText(micros: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(micros / 1000);
}
