import type { Page } from '$lib/base/protocol/page';
import type { TournamentPage, TournamentSummary } from '$lib/base/protocol/types';
import { ask } from './ask';

/** @param over true for ended tournaments, the latest first; false for the others, the earliest start first */
export async function tournaments(over: boolean, from: string | null): Promise<Page<TournamentSummary>> {
  const query = new URLSearchParams({ over: String(over) });
  if (from !== null) query.set('cursor', from);
  const { tournaments: rows, next } = await ask<TournamentPage>(`/tournaments?${query}`);
  return { rows, next };
}
