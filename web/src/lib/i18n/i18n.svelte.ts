import loaders from 'virtual:messages';
import { settings } from '$lib/settings/settings.svelte';
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

/** Loads the messages, in the first of the wanted languages that there is. Rejects when they cannot be loaded. */
export async function startI18n(wanted: readonly string[] = wantedLanguages()): Promise<void> {
  await speak(spokenOf(wanted));
  await main.load();
}

/** Changes the language of everything on the page, and remembers it. Rejects, and changes nothing, when its messages cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  settings.set('language', language);
}

/**
 * Speaks the language of the settings whenever it changes, also in another window of the site.
 *
 * @param fail what to do when its messages cannot be loaded
 * @returns stops it
 */
export function followSettings(fail: () => void): () => void {
  return $effect.root(() => {
    $effect(() => {
      speak(spokenOf(wantedLanguages())).catch(fail);
    });
  });
}

/** As it was chosen, or else as the browser asks for. */
export function wantedLanguages(): readonly string[] {
  const chosen = settings.get('language');
  return chosen === 'browser' ? navigator.languages : [chosen];
}

async function speak(language: Language): Promise<void> {
  await library.speak(language);
  document.documentElement.lang = library.language;
}

export function language(): Language {
  return isLanguage(library.language) ? library.language : FALLBACK;
}

/** The language for `Intl`, with the reader's country where the browser tells it: `en-GB`. */
export function locale(): string {
  return localeOf(language(), navigator.languages);
}
