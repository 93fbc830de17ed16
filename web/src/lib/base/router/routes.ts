import { parse } from 'regexparam';

import type { Mode, User, Visibility } from '$lib/base/protocol/types';

import { addressWith } from './address';

/**
 * The addresses of the pages. A part that starts with a colon is a parameter. The server has the same list, and answers others with
 * 404.
 */
export const PATTERNS = {
  home: '/',
  new: '/new',
  room: '/room/:id',
  tv: '/tv',
  games: '/games',
  game: '/games/:id',
  players: '/players/:name?',
  compare: '/players/:name/compare/:other',
  bots: '/bots',
  clubs: '/clubs/:id?',
  messages: '/messages/:name?',
  settings: '/settings',
  tournaments: '/tournaments',
  newTournament: '/tournaments/new',
  tournament: '/tournaments/:id/:view?',
  local: '/local',
  analysis: '/analysis',
  learn: '/learn',
  lesson: '/learn/:topic',
  rules: '/rules',
  glossary: '/glossary',
  puzzles: '/puzzles/:id?',
  studies: '/studies',
  study: '/study/:id/:chapter?',
  signUp: '/signup',
  logIn: '/login',
  recover: '/recover',
  receipt: '/receipt',
  imprint: '/imprint',
  privacy: '/privacy',
  terms: '/terms',
  account: '/account',
  authorize: '/oauth/authorize',
  device: '/device',
  moderation: '/moderation',
  transparency: '/transparency',
  admin: '/admin',
  embed: '/embed/game/:id',
  embeddedPuzzle: '/embed/puzzle',
} as const;

export type Page = keyof typeof PATTERNS | 'unknown';

/** The pages for frames on other sites. */
export const FRAMED: readonly Page[] = ['embed', 'embeddedPuzzle'];

/** A page, with the parameters of its address. */
export interface Route {
  readonly page: Page;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

const MATCHERS = Object.entries(PATTERNS).map(([page, pattern]) => ({ page: page as Page, ...parse(pattern) }));

/** @param address path and query */
export function routeOf(address: string): Route {
  const { pathname, searchParams: query } = new URL(address, 'http://page');
  for (const { page, keys, pattern } of MATCHERS) {
    const values = pattern.exec(pathname)?.slice(1);
    if (values === undefined) continue;
    const params = Object.fromEntries(keys.map((key, index) => [key, decoded(values[index] ?? '')]));
    return { page, params, query };
  }
  return { page: 'unknown', params: {}, query };
}

/** Addresses that this site never makes stay unchanged, and no page is found for them. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Addresses for links. */
export const paths = {
  home: PATTERNS.home,
  /** Choice of a computer opponent. */
  computer: addressWith(PATTERNS.home, { play: 'computer' }),
  /** The form for a new game. @param visibility the preselected visibility, if it is known */
  new: (visibility?: Visibility) => addressWith(PATTERNS.new, { visibility: visibility ?? null }),
  /** A game of several players on one screen. */
  local: PATTERNS.local,
  /** The best live game of each mode. */
  tv: PATTERNS.tv,
  games: PATTERNS.games,
  tournaments: PATTERNS.tournaments,
  newTournament: PATTERNS.newTournament,
  /** @param view the boards for directors (`hall`), the view for a projector (`screen`), the one for paper (`sheet`) */
  tournament: (id: string, view?: 'hall' | 'screen' | 'sheet'): string => `/tournaments/${encodeURIComponent(id)}${view === undefined ? '' : `/${view}`}`,
  settings: PATTERNS.settings,
  signUp: PATTERNS.signUp,
  logIn: PATTERNS.logIn,
  recover: PATTERNS.recover,
  receipt: PATTERNS.receipt,
  account: PATTERNS.account,
  imprint: PATTERNS.imprint,
  privacy: PATTERNS.privacy,
  terms: PATTERNS.terms,
  moderation: PATTERNS.moderation,
  /** Numbers of moderation, for all. */
  transparency: PATTERNS.transparency,
  admin: PATTERNS.admin,
  /** A player's games. The name is only shown while the page loads; the server finds the player by the id. */
  gamesOf: ({ id, name }: Pick<User, 'id' | 'name'>): string => addressWith(PATTERNS.games, { player: id, name }),
  /** A player's page: of an account by its name, which is unique; of a guest, their games. */
  player: (user: Pick<User, 'id' | 'name' | 'guest'>): string =>
    user.guest ? paths.gamesOf(user) : `${paths.players}/${encodeURIComponent(user.name)}`,
  /** The leaderboards, and a search for players. */
  players: '/players',
  bots: PATTERNS.bots,
  clubs: '/clubs',
  club: (id: string) => `/clubs/${id}`,
  /** The conversations of the user; the name of a partner may follow. */
  messages: '/messages',
  room: (id: string) => path(PATTERNS.room, id),
  /** The tour of the rules. */
  learn: PATTERNS.learn,
  lesson: (topic: string) => path(PATTERNS.lesson, topic),
  rules: PATTERNS.rules,
  glossary: PATTERNS.glossary,
  /** Puzzles, one after the other. */
  puzzles: '/puzzles',
  /** @param id a puzzle's id, `daily`, or a kind of run */
  puzzle: (id: string): string => `${paths.puzzles}/${encodeURIComponent(id)}`,
  /** The lists of studies. */
  studies: PATTERNS.studies,
  study: (id: string, chapter?: number): string => `/study/${encodeURIComponent(id)}${chapter === undefined ? '' : `/${chapter}`}`,
  /** The analysis board with a game or position; without an argument, the choice of a start. */
  analysis: (about: Analysed) => addressWith(PATTERNS.analysis, queryOf(about)),
  /** @param ply the position to show, if it is not the last */
  game: (id: string, ply?: number) => addressWith(path(PATTERNS.game, id), { ply: ply === undefined ? null : String(ply) }),
} as const;

/** The start of an analysis: a finished game, or a start position with the moves played from it. */
export interface Analysed {
  /** A finished game's id. */
  readonly game?: string;
  readonly mode?: Mode;
  readonly layout?: string;
  /** The text of a position, in place of a layout. */
  readonly position?: string;
  readonly moves?: readonly string[];
  /** The position to show. */
  readonly ply?: number;
}

function queryOf({ game, mode, layout, position, moves = [], ply }: Analysed): Record<string, string | null> {
  return {
    ...{ game: game ?? null, mode: mode ?? null, layout: layout ?? null, position: position ?? null },
    moves: moves.length === 0 ? null : ['0', ...moves].join('.'),
    ply: ply === undefined ? null : String(ply),
  };
}

/** The path of a pattern with one parameter, which is its last part. */
function path(pattern: `${string}/:${'id' | 'topic'}`, value: string): string {
  return pattern.replace(/:.+/, encodeURIComponent(value));
}
