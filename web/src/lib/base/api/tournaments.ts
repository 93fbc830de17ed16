import type { Page } from '$lib/base/protocol/page';
import type { TournamentPage, TournamentSummary } from '$lib/base/protocol/types';
import { ask } from './ask';

/** @param over true for ended tournaments, the latest first; false for the others, the earliest start first */
export function tournaments(over: boolean, from: string | null): Promise<Page<TournamentSummary>> {
  return listed({ over: String(over) }, from);
}

/** The tournaments of a club, in the same order. */
export function tournamentsOfClub(club: string, over: boolean, from: string | null): Promise<Page<TournamentSummary>> {
  return listed({ club, over: String(over) }, from);
}

async function listed(filter: Readonly<Record<string, string>>, from: string | null): Promise<Page<TournamentSummary>> {
  const query = new URLSearchParams(filter);
  if (from !== null) query.set('cursor', from);
  const { tournaments: rows, next } = await ask<TournamentPage>(`/tournaments?${query}`);
  return { rows, next };
}
