import { catalogue } from '$lib/i18n/i18n.svelte';
import type { Catalogues } from '$lib/i18n/messages/catalogues';
import type { Loader } from '$lib/router/Outlet.svelte';
import type { Page } from '$lib/router/routes';

/** The code of each page, loaded when it is asked for. */
export const PAGES: Readonly<Record<Page, Loader>> = {
  home: speaking('home', () => import('./Home.svelte')),
  new: speaking('computer', () => import('./New.svelte')),
  room: () => import('./Room.svelte'),
  games: () => import('./Games.svelte'),
  game: () => import('./Game.svelte'),
  local: speaking('local', () => import('./Local.svelte')),
  analysis: speaking('analysis', () => import('./Analysis.svelte')),
  learn: speaking('learn', () => import('./Learn.svelte')),
  lesson: speaking('learn', () => import('./Lesson.svelte')),
  rules: speaking('learn', () => import('./Rules.svelte')),
  glossary: speaking('learn', () => import('./Glossary.svelte')),
  settings: speaking('preferences', () => import('./Settings.svelte')),
  embed: () => import('./Embed.svelte'),
  unknown: () => import('./Unknown.svelte'),
};

/** A page whose messages are a catalogue of their own. */
function speaking(words: keyof Catalogues, load: Loader): Loader {
  return async () => {
    const [page] = await Promise.all([load(), catalogue(words).load()]);
    return page;
  };
}
