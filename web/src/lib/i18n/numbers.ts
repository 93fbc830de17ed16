import { secondsText } from '$lib/clock/text';
import { locale } from './i18n.svelte';

const MINUTE_MS = 60_000;

export function numberText(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** A span of time: `4.2s`, from a minute on `1:05`. */
export function spanText(ms: number): string {
  if (ms >= MINUTE_MS) return secondsText(ms);
  const seconds = { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), seconds).format(ms / 1000);
}

/** @param micros since the Unix epoch */
export function dateText(micros: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(micros / 1000);
}
