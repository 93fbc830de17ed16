import loaders from 'virtual:messages';
import { chosenLanguage, storeLanguage } from './choice';
import { FALLBACK, isLanguage, localeOf, spokenOf, type Language } from './languages';
import { Library, type Catalogue } from './library.svelte';
import type { Catalogues } from './messages/catalogues';
import type { Key } from './messages/message';

/** The name of a message: asking for one that does not exist does not compile. */
export type MessageKey = Key<Catalogues['main']>;

const library = new Library(loaders);

/**
 * A catalogue that is loaded when it is needed: `export const learn = catalogue('learn')` once, `await learn.load()` before the route
 * is shown, and `learn.t('…')` in its components.
 */
export function catalogue<Name extends keyof Catalogues>(name: Name): Catalogue<Catalogues[Name]> {
  return library.catalogue<Catalogues[Name]>(name);
}

const main = catalogue('main');
export const { t, tIfKnown } = main;

/**
 * Loads the messages, in the language that was chosen before or else the first of the reader's languages that there is. Rejects when they
 * cannot be loaded.
 */
export async function startI18n(wanted: readonly string[] = wantedLanguages()): Promise<void> {
  await library.speak(spokenOf(wanted));
  await main.load();
  tellDocument();
}

function wantedLanguages(): readonly string[] {
  const chosen = chosenLanguage();
  return chosen === null ? navigator.languages : [chosen];
}

/** Changes the language of everything on the page, and remembers it. Rejects, and changes nothing, when its messages cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await library.speak(language);
  tellDocument();
  storeLanguage(language);
}

function tellDocument(): void {
  document.documentElement.lang = library.language;
}

export function language(): Language {
  return isLanguage(library.language) ? library.language : FALLBACK;
}

/** The language for `Intl`, with the reader's country where the browser tells it: `en-GB`. */
export function locale(): string {
  return localeOf(language(), navigator.languages);
}
