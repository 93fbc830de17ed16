/** Messages that are the same as in English, by language: names, and words that both languages have. */
export const UNTRANSLATED: Readonly<Record<string, readonly string[]>> = {};
