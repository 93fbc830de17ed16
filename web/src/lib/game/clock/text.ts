import { numberFormat } from '$lib/base/i18n/formats';

import { TENTHS_BELOW_MS } from './remaining';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/**
 * `10:00`, `1:00:00`, `9.4`. Always rounded up, so that a player never gets less time shown than they have, and zero means zero.
 */
export function clockText(leftMs: number, locale: string): string {
  if (leftMs >= DAY_MS) return daysText(leftMs, locale);
  if (leftMs > TENTHS_BELOW_MS) return secondsText(leftMs);
  const tenths = Math.ceil(leftMs / 100);
  return numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }, locale).format(tenths / 10);
}

/** `10:00`, `1:00:00`, `0:09`, rounded up. */
export function secondsText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = hours > 0 ? [String(hours), padded(minutes)] : [String(minutes)];
  return [...parts, padded(seconds % 60)].join(':');
}

/** As `secondsText`, but from a day on like a clock: for times that can be days away. */
export function countdownText(leftMs: number, locale: string): string {
  return leftMs >= DAY_MS ? daysText(leftMs, locale) : secondsText(leftMs);
}

/** `2d 23:59`: from a day on, seconds do not matter. */
function daysText(leftMs: number, locale: string): string {
  const days = numberFormat({ style: 'unit', unit: 'day', unitDisplay: 'narrow' }, locale);
  const rest = Math.ceil(leftMs / MINUTE_MS);
  return `${days.format(Math.floor(rest / DAY_MINUTES))} ${Math.floor(rest / 60) % 24}:${padded(rest % 60)}`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
