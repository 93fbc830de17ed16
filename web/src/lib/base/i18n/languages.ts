/**
 * The languages with messages, each by its own name. A new language needs a folder in `messages/`, a line here, and a choice in
 * `settings/values.ts`.
 */
export const LANGUAGES = { en: 'English', de: 'Deutsch', pl: 'Polski', nl: 'Nederlands' } as const;

export type Language = keyof typeof LANGUAGES;

/** The fallback language. */
export const FALLBACK: Language = 'en';

export function isLanguage(word: string): word is Language {
  return Object.hasOwn(LANGUAGES, word);
}

/** The first of the wanted languages that exists. @param wanted tags such as `de` and `pl-PL`, the best one first */
export function spokenOf(wanted: readonly string[]): Language {
  return wanted.map(languageOf).find(isLanguage) ?? FALLBACK;
}

/** The locale for numbers and dates: for the reader's own country, if the browser names it. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => languageOf(tag) === language) ?? language;
}

function languageOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
