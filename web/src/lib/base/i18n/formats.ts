import { locale } from './i18n.svelte';

/** Creates each formatter of `Intl` once: creating it takes much longer than using it. The number of different options is small. */
function once<Options, Formatter>(Formatter: new (language: string, options?: Options) => Formatter) {
  const created: Record<string, Formatter> = {};
  return (options?: Options, language = locale()): Formatter => (created[language + JSON.stringify(options)] ??= new Formatter(language, options));
}

export const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
export const dateFormat = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
export const listFormat = once<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat);

/** The digits of small whole numbers are the same in all our languages; the first formatter of a page costs a phone a tenth of a second. */
const SAME_BELOW = 1000;

/** A number in a language, less an offset. The compiled messages call it. */
export function number(language: string, value: number, offset: number): string {
  const shown = value - offset;
  return Number.isInteger(shown) && shown >= 0 && shown < SAME_BELOW ? String(shown) : numberFormat(undefined, language).format(shown);
}
