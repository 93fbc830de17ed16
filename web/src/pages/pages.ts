import type { Loader } from '$lib/router/Outlet.svelte';
import type { Page } from '$lib/router/routes';

/** The code of each page, loaded when it is asked for. */
export const PAGES: Readonly<Record<Page, Loader>> = {
  home: () => import('./Home.svelte'),
  room: () => import('./Room.svelte'),
  games: () => import('./Games.svelte'),
  game: () => import('./Game.svelte'),
  settings: () => import('./Settings.svelte'),
  unknown: () => import('./Unknown.svelte'),
};
