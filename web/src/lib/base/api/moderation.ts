import type { Page } from '$lib/base/protocol/page';
import type {
  ClubRewording,
  ModerationAction,
  ModerationLogPage,
  GameSignals,
  Me,
  NewReport,
  Report,
  ReportPage,
  Role,
  RoomClosed,
  Sanction,
  SanctionPage,
  ChatLine,
  CreateSanction,
  ReportedLines,
  SuspectPair,
  SuspectPairs,
  TournamentRewording,
} from '$lib/base/protocol/types';
import { ask } from './ask';

type Token = string | null;

function send<T>(method: string, path: string, token: Token, body: object): Promise<T> {
  return ask<T>(path, { method, body: JSON.stringify(body) }, token);
}

function listed(path: string, word: string, from: string | null): string {
  return from === null ? path : `${path}?${new URLSearchParams({ [word]: from })}`;
}

/** The roles of the user. */
export async function ownRole(token: Token): Promise<Role> {
  return (await ask<Me>('/me', {}, token)).role ?? 'player';
}

/** Reports a player to the moderators. */
export function report(newReport: NewReport, token: Token): Promise<void> {
  return send('POST', '/reports', token, newReport);
}

/** The open reports, the oldest first. */
export async function reports(from: string | null, token: Token): Promise<Page<Report>> {
  const { reports: rows, next } = await ask<ReportPage>(listed('/moderation/reports', 'after', from), {}, token);
  return { rows, next };
}

/** The chat line of a report, with the lines around it, the oldest first. */
export async function reportedLines(id: string, token: Token): Promise<readonly ChatLine[]> {
  return (await ask<ReportedLines>(`/moderation/reports/${encodeURIComponent(id)}/lines`, {}, token)).lines;
}

export function closeReport(id: string, reason: string, token: Token): Promise<void> {
  return send('POST', `/moderation/reports/${encodeURIComponent(id)}/close`, token, { reason });
}

/** The sanctions in force, the newest first. */
export async function sanctions(from: string | null, token: Token): Promise<Page<Sanction>> {
  const { sanctions: rows, next } = await ask<SanctionPage>(listed('/moderation/sanctions', 'before', from), {}, token);
  return { rows, next };
}

/** Pairs of accounts suspected of playing each other for ratings, all on one page. The ids of both make the id of a pair. */
export async function suspectPairs(token: Token): Promise<Page<SuspectPair & { readonly id: string }>> {
  const { pairs } = await ask<SuspectPairs>('/moderation/pairs', {}, token);
  return { rows: pairs.map((pair) => ({ ...pair, id: pair.users.map(({ id }) => id).join() })), next: null };
}

export function impose(sanction: CreateSanction, token: Token): Promise<void> {
  return send('POST', '/moderation/sanctions', token, sanction);
}

export function lift(id: string, token: Token): Promise<void> {
  return ask(`/moderation/sanctions/${encodeURIComponent(id)}`, { method: 'DELETE' }, token);
}

export function rename(player: string, name: string, reason: string, token: Token): Promise<void> {
  return send('PUT', `/moderation/players/${encodeURIComponent(player)}/name`, token, { name, reason });
}

/** Removes the picture of a player. */
export function removeAvatar(player: string, reason: string, token: Token): Promise<void> {
  return send('POST', `/moderation/players/${encodeURIComponent(player)}/avatar/remove`, token, { reason });
}

export function closeRoom(room: string, reason: string, token: Token): Promise<RoomClosed> {
  return send('POST', `/moderation/rooms/${encodeURIComponent(room)}/close`, token, { reason });
}

/** Replaces an offensive text of a tournament. */
export function reword(tournament: string, words: TournamentRewording, token: Token): Promise<void> {
  return send('PUT', `/moderation/tournaments/${encodeURIComponent(tournament)}/words`, token, words);
}

/** Replaces an offensive text of a club. */
export function rewordClub(club: string, words: ClubRewording, token: Token): Promise<void> {
  return send('PUT', `/moderation/clubs/${encodeURIComponent(club)}/words`, token, words);
}

/** Deletes a club. */
export function closeClub(club: string, reason: string, token: Token): Promise<void> {
  return send('POST', `/moderation/clubs/${encodeURIComponent(club)}/close`, token, { reason });
}

/** The moderation log, the newest first. */
export async function moderationActions(from: string | null, token: Token): Promise<Page<ModerationAction>> {
  const { deeds: rows, next } = await ask<ModerationLogPage>(listed('/moderation/log', 'before', from), {}, token);
  return { rows, next };
}

/** The time that players took for the moves of a game, and the difficulty of these. Requests the missing analyses. */
export function gameSignals(game: string, token: Token): Promise<GameSignals> {
  return send('POST', `/moderation/games/${encodeURIComponent(game)}/signals`, token, {});
}
