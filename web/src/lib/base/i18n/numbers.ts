import { dateFormat, numberFormat } from './formats';

export function numberText(value: number): string {
  return numberFormat().format(value);
}

/** @param micros since the Unix epoch */
export function dateText(micros: number): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(micros / 1000);
}
