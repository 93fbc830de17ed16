import { speaking } from '$lib/base/i18n/speaking';
import type { Loader } from '$lib/base/router/Outlet.svelte';
import type { Page } from '$lib/base/router/routes';

const players = speaking(['players'], () => import('./Players.svelte'));
const authorize = speaking(['account', 'errors'], () => import('./Authorize.svelte'));
const siteText = speaking(['site', 'errors'], () => import('./SiteText.svelte'));
const puzzles = speaking(['puzzles', 'errors'], () => import('./Puzzles.svelte'));

/** The code of each page, loaded on demand. */
export const PAGES: Readonly<Record<Page, Loader>> = {
  home: speaking(['home'], () => import('./Home.svelte')),
  new: speaking(['create', 'computer', 'errors'], () => import('./New.svelte')),
  room: () => import('./Room.svelte'),
  tv: speaking(['home', 'players', 'result'], () => import('./Tv.svelte')),
  games: speaking(['players', 'result'], () => import('./Games.svelte')),
  game: speaking(['result'], () => import('./Game.svelte')),
  players,
  compare: players,
  bots: speaking(['players', 'errors'], () => import('./Bots.svelte')),
  messages: speaking(['chat', 'errors'], () => import('./Messages.svelte')),
  clubs: speaking(['clubs', 'errors'], () => import('./Clubs.svelte')),
  tournaments: speaking(['tournaments', 'errors'], () => import('./Tournaments.svelte')),
  newTournament: speaking(['tournaments', 'create', 'errors'], () => import('./NewTournament.svelte')),
  tournament: speaking(['tournaments', 'notifications', 'create', 'home', 'errors'], () => import('./Tournament.svelte')),
  local: speaking(['local', 'computer', 'result'], () => import('./Local.svelte')),
  analysis: speaking(['analysis', 'errors'], () => import('./Analysis.svelte')),
  learn: speaking(['learn'], () => import('./Learn.svelte')),
  lesson: speaking(['learn', 'errors'], () => import('./Lesson.svelte')),
  rules: speaking(['learn'], () => import('./Rules.svelte')),
  glossary: speaking(['learn'], () => import('./Glossary.svelte')),
  puzzles,
  studies: speaking(['studies', 'analysis', 'errors'], () => import('./Studies.svelte')),
  study: speaking(['studies', 'analysis', 'errors'], () => import('./Study.svelte')),
  settings: speaking(['preferences'], () => import('./Settings.svelte')),
  signUp: speaking(['account', 'errors'], () => import('./SignUp.svelte')),
  logIn: speaking(['account', 'errors'], () => import('./LogIn.svelte')),
  recover: speaking(['account', 'errors'], () => import('./Recover.svelte')),
  receipt: speaking(['review', 'result', 'errors'], () => import('./Receipt.svelte')),
  authorize,
  device: authorize,
  imprint: siteText,
  privacy: siteText,
  terms: siteText,
  account: speaking(['account', 'errors'], () => import('./Account.svelte')),
  moderation: speaking(['moderation', 'account', 'chat', 'errors'], () => import('./Moderation.svelte')),
  transparency: speaking(['transparency'], () => import('./Transparency.svelte')),
  admin: speaking(['admin', 'errors'], () => import('./Admin.svelte')),
  embed: speaking(['result', 'errors'], () => import('./Embed.svelte')),
  embeddedPuzzle: puzzles,
  unknown: speaking(['errors'], () => import('./Unknown.svelte')),
};
