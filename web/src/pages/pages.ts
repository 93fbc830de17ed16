import { words as homeWords } from '$lib/home/words';
import { words as preferenceWords } from '$lib/preferences/words';
import type { Loader } from '$lib/router/Outlet.svelte';
import type { Page } from '$lib/router/routes';

/** The code of each page, loaded when it is asked for. */
export const PAGES: Readonly<Record<Page, Loader>> = {
  home: () => withWords(import('./Home.svelte'), homeWords.load()),
  new: () => import('./New.svelte'),
  room: () => import('./Room.svelte'),
  games: () => import('./Games.svelte'),
  game: () => import('./Game.svelte'),
  settings: () => withWords(import('./Settings.svelte'), preferenceWords.load()),
  unknown: () => import('./Unknown.svelte'),
};

/** A page whose messages are loaded with it. */
async function withWords<Module>(page: Promise<Module>, loaded: Promise<void>): Promise<Module> {
  const [module] = await Promise.all([page, loaded]);
  return module;
}
