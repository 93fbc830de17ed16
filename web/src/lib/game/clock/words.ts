import { numberFormat } from '$lib/base/i18n/formats';
import { t } from '$lib/base/i18n/i18n.svelte';
import type { Clock } from '$lib/base/protocol/types';

import { inUnits, UNITS } from './custom';
import { initialMs, perMoveMs } from './presets';
import { secondsText } from './text';

/** `10 min`, `5 + 3`, `No limit`, … */
export function timeControlText(clock: Clock): string {
  const initial = initialMs(clock) ?? 0;
  return t(`clock.${clock.kind}`, {
    minutes: initial / UNITS.minute,
    seconds: perMoveMs(clock) / UNITS.second,
    /** Few kinds need it. */
    get time() {
      return durationText(initial);
    },
  });
}

/** `3 days`, `90 seconds`: in the greatest unit that fits. */
export function durationText(ms: number): string {
  const { count, unit } = inUnits(ms);
  return numberFormat({ style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** `30 seconds`, `3 minutes`. */
export function secondsSpanText(seconds: number): string {
  return durationText(seconds * UNITS.second);
}

/** A span of time: `4.2s`, from a minute on `1:05`. */
export function spanText(ms: number): string {
  if (ms >= UNITS.minute) return secondsText(ms);
  const seconds = { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 } as const;
  return numberFormat(seconds).format(ms / UNITS.second);
}
