import { dateFormat } from './formats';
import { locale } from './i18n.svelte';

const DAY_MS = 86_400_000;

/** Whether two moments are on the same day for the user. @param micros since the Unix epoch */
export function isSameDay(micros: number, other: number | undefined): boolean {
  return other !== undefined && dayOf(micros) === dayOf(other);
}

/** The time of a day: `14:05`. */
export function timeText(micros: number): string {
  return dateFormat({ timeStyle: 'short' }).format(micros / 1000);
}

/** `today`, `yesterday`, or the date. */
export function dayText(micros: number, now = Date.now()): string {
  const ago = dayOf(now * 1000) - dayOf(micros);
  if (ago === 0 || ago === 1) return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-ago, 'day');
  return dateFormat({ dateStyle: 'full' }).format(micros / 1000);
}

/** The time of a moment today, and the date of an earlier one. */
export function shortMoment(micros: number, now = Date.now()): string {
  return isSameDay(micros, now * 1000) ? timeText(micros) : dateFormat({ dateStyle: 'medium' }).format(micros / 1000);
}

/** The day of a moment where the user is, as a number that grows by one each day. */
export function dayOf(micros: number): number {
  const date = new Date(micros / 1000);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
