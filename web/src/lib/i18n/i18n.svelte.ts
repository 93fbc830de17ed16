import i18next, { type TOptions } from 'i18next';
import { createSubscriber } from 'svelte/reactivity';
import en from './en.json';
import type { MessageKey } from './keys';

/** The languages that there are messages for. A new one is a file beside `en.json` and a line here. */
const MESSAGES = { en };
const FALLBACK = 'en';

const changes = createSubscriber((update) => {
  i18next.on('languageChanged', update);
  return () => i18next.off('languageChanged', update);
});

/** Makes the messages ready, in the first of the reader's languages that there is. */
export async function startI18n(wanted: readonly string[] = navigator.languages): Promise<void> {
  const known = Object.keys(MESSAGES);
  const language = wanted.map((tag) => tag.split('-')[0] ?? '').find((tag) => known.includes(tag));
  await i18next.init({
    lng: language ?? FALLBACK,
    fallbackLng: FALLBACK,
    resources: Object.fromEntries(Object.entries(MESSAGES).map(([tag, translation]) => [tag, { translation }])),
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
}

/** The message in the reader's language. A component that calls it is drawn again when the language changes. */
export function t(key: MessageKey, values: TOptions = {}): string {
  changes();
  return i18next.t(key, values);
}

/** The message if there is one of that name: for words that a newer server may have added. */
export function tIfKnown(key: string, values: TOptions = {}): string | null {
  changes();
  return i18next.exists(key) ? i18next.t(key, values) : null;
}

/** The language for `Intl`. */
export function locale(): string {
  changes();
  return i18next.language;
}
