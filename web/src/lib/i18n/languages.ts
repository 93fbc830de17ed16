/**
 * The languages that there are messages for, each by its own name. A new one is a folder in `messages/`, a line here, and a choice in
 * `settings/values.ts`.
 */
export const LANGUAGES = { en: 'English', de: 'Deutsch', pl: 'Polski', nl: 'Nederlands' } as const;

export type Language = keyof typeof LANGUAGES;

/** For readers of none of them. */
export const FALLBACK: Language = 'en';

export function isLanguage(word: string): word is Language {
  return Object.hasOwn(LANGUAGES, word);
}

/** The first of the wanted languages that there is. @param wanted tags such as `de` and `pl-PL`, the best one first */
export function spokenOf(wanted: readonly string[]): Language {
  return wanted.map(languageOf).find(isLanguage) ?? FALLBACK;
}

/** How a reader of that language writes numbers and dates: as in their own country, if the browser names it. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => languageOf(tag) === language) ?? language;
}

function languageOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
