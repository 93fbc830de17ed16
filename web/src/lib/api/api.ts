import type {
  GameDetail,
  GamePage,
  GuestCreated,
  LayoutInfo,
  PlayerCounts,
  Problem,
  User,
} from '$lib/protocol/types';
import { Refusal } from '$lib/protocol/refusal';

const BASE = '/api/v1';
const PAGE_SIZE = 25;

/** Who one is; `null` for a browser that the server has not met. */
export async function me(): Promise<User | null> {
  try {
    return await ask<User>('/me');
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'unauthenticated' || error.code === 'bad_token')) return null;
    throw error;
  }
}

/** Becomes a guest; the answer sets the session cookie. */
export async function becomeGuest(): Promise<User> {
  const { user } = await ask<GuestCreated>('/guests', { method: 'POST' });
  return user;
}

/** @param player the id of whose games; `null` for everybody's */
export function games(player: string | null, cursor: string | null): Promise<GamePage> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
  if (player !== null) query.set('player', player);
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

/** The start layouts. They do not change while a server runs, so they are asked for once. */
export function layouts(): Promise<readonly LayoutInfo[]> {
  layoutsAsked ??= ask<{ layouts: LayoutInfo[] }>('/layouts').then(({ layouts }) => layouts);
  layoutsAsked.catch(() => {
    layoutsAsked = null;
  });
  return layoutsAsked;
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`${BASE}${path}`, { ...init, headers: { Accept: 'application/json' } });
  if (response.ok) return (await response.json()) as T;
  throw await refusalOf(response);
}

/** The problem body, or what can be said without one, as from a proxy whose server is away. */
async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Problem;
    return new Refusal(problem.code, problem.detail);
  } catch {
    return new Refusal('unavailable', response.statusText);
  }
}
