import { ask } from '$lib/base/api/ask';
import type { Page } from '$lib/base/protocol/page';
import type {
  BracketMatch,
  ImportedTournament,
  ImportTournament,
  TournamentBracket,
  TournamentClub,
  TournamentClubList,
  TournamentCommand,
  TournamentLogEntry,
  TournamentDetail,
  TournamentEdit,
  TournamentDraft,
  TournamentGame,
  TournamentHall,
  TournamentLog,
  TournamentNextRound,
  TournamentPage,
  TournamentRoundPage,
  TournamentState,
  TournamentSummary,
  CreateTournament,
} from '$lib/base/protocol/types';

type Token = string | null;

function send<T>(method: string, path: string, token: Token, body: object): Promise<T> {
  return ask<T>(path, { method, body: JSON.stringify(body) }, token);
}

function path(id: string): string {
  return `/tournaments/${encodeURIComponent(id)}`;
}

export function tournament(id: string): Promise<TournamentDetail> {
  return ask<TournamentDetail>(path(id));
}

export function announce(request: CreateTournament, token: Token): Promise<TournamentDetail> {
  return send('POST', '/tournaments', token, request);
}

/** Creates a tournament from a TRF and invites its players. */
export function importTrf(request: ImportTournament, token: Token): Promise<ImportedTournament> {
  return send('POST', '/tournaments/import', token, request);
}

export function edit(id: string, change: TournamentEdit, token: Token): Promise<TournamentDetail> {
  return send('PATCH', path(id), token, change);
}

export function command(id: string, request: TournamentCommand, token: Token): Promise<TournamentState> {
  return send('POST', `${path(id)}/commands`, token, request);
}

/** The pairing of the next round that waits for a director, for directors. */
export async function draft(id: string, token: Token): Promise<TournamentDraft | null> {
  return (await ask<TournamentNextRound>(`${path(id)}/draft`, {}, token)).draft;
}

/** The running games with their clocks, and the absent participants, for directors. */
export function hall(id: string, token: Token): Promise<TournamentHall> {
  return ask<TournamentHall>(`${path(id)}/hall`, {}, token);
}

/** The matches of a tournament's bracket, by number; none before the start. */
export async function bracket(id: string): Promise<readonly BracketMatch[]> {
  return (await ask<TournamentBracket>(`${path(id)}/bracket`)).matches;
}

/** The clubs of a tournament that still exist, with the user's role in each. */
export async function clubs(id: string, token: Token): Promise<readonly TournamentClub[]> {
  return (await ask<TournamentClubList>(`${path(id)}/clubs`, {}, token)).clubs;
}

/** The tournaments of a club: those that have not ended, those that have, or the team arenas that invite it and wait for its answer. */
export async function tournamentsOfClub(club: string, which: 'coming' | 'over' | 'inviting', from: string | null): Promise<Page<TournamentSummary>> {
  const query = new URLSearchParams({ club, over: String(which === 'over'), invited: String(which === 'inviting') });
  if (from !== null) query.set('cursor', from);
  const { tournaments: rows, next } = await ask<TournamentPage>(`/tournaments?${query}`);
  return { rows, next };
}

/** Loads the games of all rounds. */
export async function allGames(id: string): Promise<readonly TournamentGame[]> {
  const games: TournamentGame[] = [];
  let query = '';
  for (;;) {
    const page = await ask<TournamentRoundPage>(`${path(id)}/rounds${query}`);
    games.push(...page.games);
    if (page.next === null) return games;
    query = `?${new URLSearchParams({ cursor: page.next })}`;
  }
}

/** Loads a page of the tournament's log. @param from `next` of the page before */
export async function log(id: string, from: string | null): Promise<Page<TournamentLogEntry & { id: string }>> {
  const query = from === null ? '' : `?${new URLSearchParams({ cursor: from })}`;
  const { events, next } = await ask<TournamentLog>(`${path(id)}/log${query}`);
  return { rows: events.map((event) => ({ ...event, id: String(event.seq) })), next };
}
