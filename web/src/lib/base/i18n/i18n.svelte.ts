import loaders from 'virtual:messages';
import { settings } from '$lib/base/settings/settings.svelte';
import { FALLBACK, isLanguage, localeOf, spokenOf, type Language } from './languages';
import { Library, type Catalogue } from './library.svelte';
import type { Catalogues } from './messages/catalogues';
import type { Key } from './messages/message';

/** The name of a message: an unknown name does not compile. */
export type MessageKey = Key<Catalogues['main']>;

const library = new Library(loaders);

/**
 * A catalogue that is loaded on demand: `export const learn = catalogue('learn')` once, `await learn.load()` before the route
 * is shown, and `learn.t('…')` in its components.
 */
export function catalogue<Name extends keyof Catalogues>(name: Name): Catalogue<Catalogues[Name]> {
  return library.catalogue<Catalogues[Name]>(name);
}

const main = catalogue('main');
export const { t, tIfKnown } = main;

/** Loads the messages, in the first of the wanted languages that exists. Rejects when they fail to load. */
export async function startI18n(wanted: readonly string[] = wantedLanguages()): Promise<void> {
  await speak(spokenOf(wanted));
  await main.load();
}

/** Changes the language of the whole page, and stores it. Rejects, and changes nothing, when its messages fail to load. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  settings.set('language', language);
}

/**
 * Follows the language of the settings whenever it changes, also in another window of the site.
 *
 * @param fail called when its messages fail to load
 * @returns a function that stops it
 */
export function followSettings(fail: () => void): () => void {
  return $effect.root(() => {
    $effect(() => {
      speak(spokenOf(wantedLanguages())).catch(fail);
    });
  });
}

/** The chosen language, or else the browser's. */
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

/** The language for `Intl`, with the reader's country if the browser gives it: `en-GB`. */
export function locale(): string {
  return localeOf(language(), navigator.languages);
}
