import type {
  GameDetail,
  GamePage,
  GuestCreated,
  LayoutInfo,
  Me,
  Mode,
  PlayerCounts,
  PositionFormations,
  User,
} from '$lib/base/protocol/types';
import { ask } from './ask';

const PAGE_SIZE = 25;

/** The identity of the browser's session cookie; `null` if there is none. */
export async function me(): Promise<User | null> {
  return (await ask<Me>('/me')).user;
}

/** Becomes a guest; the answer sets the session cookie. */
export function becomeGuest(): Promise<GuestCreated> {
  return ask<GuestCreated>('/guests', { method: 'POST' });
}

/** @param words the filter: the query string after the `?` */
export function games(words: Readonly<Record<string, string>>, cursor: string | null): Promise<GamePage> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...words });
  if (cursor !== null) query.set('cursor', cursor);
  return ask<GamePage>(`/games?${query}`);
}

export function game(id: string): Promise<GameDetail> {
  return ask<GameDetail>(`/games/${encodeURIComponent(id)}`);
}

/** @param player an id */
export function counts(player: string): Promise<PlayerCounts> {
  return ask<PlayerCounts>(`/players/${encodeURIComponent(player)}/counts`);
}

let layoutsAsked: Promise<readonly LayoutInfo[]> | null = null;

/** The start layouts. They do not change while a server runs, so they are loaded once. */
export function layouts(): Promise<readonly LayoutInfo[]> {
  layoutsAsked ??= ask<{ layouts: LayoutInfo[] }>('/layouts').then(({ layouts }) => layouts);
  layoutsAsked.catch(() => {
    layoutsAsked = null;
  });
  return layoutsAsked;
}

/**
 * Named formations of a position. They depend on the position only, so the browser caches the answer.
 *
 * @param position its line
 */
export function formations(mode: Mode, position: string): Promise<PositionFormations> {
  return ask<PositionFormations>(`/positions/formations?${new URLSearchParams({ mode, position })}`);
}
