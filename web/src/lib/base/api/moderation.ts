import type { Page } from '$lib/base/protocol/page';
import type {
  Appeal,
  AppealAnswer,
  AppealPage,
  ClubRewording,
  CreateAppeal,
  ModerationAction,
  ModerationLogPage,
  ModerationNote,
  ModerationOverview,
  GameSignals,
  Me,
  NewReport,
  OpenAppeal,
  OwnSanction,
  OwnSanctions,
  PlayerList,
  Report,
  ReportPage,
  Role,
  RoomClosed,
  Sanction,
  SanctionPage,
  ChatLine,
  CreateSanction,
  ReportedLines,
  SharedNetwork,
  Signal,
  SignalList,
  TournamentRewording,
  Transparency,
  TransparentMonth,
  User,
  UserNetworks,
  UserRecord,
} from '$lib/base/protocol/types';
import { ask } from './ask';

type Token = string | null;

function send<T>(method: string, path: string, token: Token, body: object): Promise<T> {
  return ask<T>(path, { method, body: JSON.stringify(body) }, token);
}

function listed(path: string, from: string | null): string {
  return from === null ? path : `${path}?${new URLSearchParams({ cursor: from })}`;
}

/** The roles of the user. */
export async function ownRole(token: Token): Promise<Role> {
  return (await ask<Me>('/me', {}, token)).role ?? 'player';
}

/** Reports a player to the moderators. */
export function report(newReport: NewReport, token: Token): Promise<void> {
  return send('POST', '/reports', token, newReport);
}

/** The first open report about each player, the oldest first. */
export async function reports(from: string | null, token: Token): Promise<Page<Report>> {
  const { reports: rows, next } = await ask<ReportPage>(listed('/moderation/reports', from), {}, token);
  return { rows, next };
}

/** All open reports about a player. */
export async function reportsAbout(player: string, from: string | null, token: Token): Promise<Page<Report>> {
  const query = new URLSearchParams({ about: player, ...(from === null ? {} : { cursor: from }) });
  const { reports: rows, next } = await ask<ReportPage>(`/moderation/reports?${query}`, {}, token);
  return { rows, next };
}

/** The chat line of a report, with the lines around it, the oldest first. */
export async function reportedLines(id: string, token: Token): Promise<readonly ChatLine[]> {
  return (await ask<ReportedLines>(`/moderation/reports/${encodeURIComponent(id)}/lines`, {}, token)).lines;
}

/** Closes all open reports about the player of this one. */
export function closeReports(id: string, reason: string, token: Token): Promise<void> {
  return send('POST', `/moderation/reports/${encodeURIComponent(id)}/close`, token, { reason, all: true });
}

/** The sanctions in force, the newest first. */
export async function sanctions(from: string | null, token: Token): Promise<Page<Sanction>> {
  const { sanctions: rows, next } = await ask<SanctionPage>(listed('/moderation/sanctions', from), {}, token);
  return { rows, next };
}

/** The numbers of tasks that wait for the moderators. */
export function moderationOverview(token: Token): Promise<ModerationOverview> {
  return ask('/moderation/overview', {}, token);
}

/** Signals of unfair play, the strongest first, all on one page. */
export async function fairPlaySignals(token: Token): Promise<Page<Signal>> {
  return { rows: (await ask<SignalList>('/moderation/signals', {}, token)).signals, next: null };
}

export function dismissSignal(id: string, reason: string, token: Token): Promise<void> {
  return send('POST', `/moderation/signals/${encodeURIComponent(id)}/dismiss`, token, { reason });
}

/** Accounts whose names start with a text. */
export async function accountsNamed(prefix: string): Promise<readonly User[]> {
  return (await ask<PlayerList>(`/players?${new URLSearchParams({ prefix })}`)).players;
}

/** The moderators' records of a user. */
export function userRecord(player: string, token: Token): Promise<UserRecord> {
  return ask(`/moderation/players/${encodeURIComponent(player)}`, {}, token);
}

/** Adds a note on a user, for moderators. */
export function addNote(player: string, words: string, token: Token): Promise<ModerationNote> {
  return send('POST', `/moderation/players/${encodeURIComponent(player)}/notes`, token, { words });
}

/** The networks of a user, with their other users. The log records who looked. */
export async function userNetworks(player: string, token: Token): Promise<readonly SharedNetwork[]> {
  return (await send<UserNetworks>('POST', `/moderation/players/${encodeURIComponent(player)}/networks`, token, {})).networks;
}

/** The users of the network of an address. The log records who looked. */
export function searchNetwork(address: string, token: Token): Promise<SharedNetwork> {
  return send('POST', '/moderation/networks', token, { address });
}

/** The appeals that wait, the oldest first. */
export async function appeals(from: string | null, token: Token): Promise<Page<OpenAppeal>> {
  const { appeals: rows, next } = await ask<AppealPage>(listed('/moderation/appeals', from), {}, token);
  return { rows, next };
}

export function answerAppeal(id: string, answer: AppealAnswer, token: Token): Promise<void> {
  return send('POST', `/moderation/appeals/${encodeURIComponent(id)}/answer`, token, answer);
}

/** The user's own sanctions: those in force, and those against which the user has appealed. */
export async function ownSanctions(token: Token): Promise<readonly OwnSanction[]> {
  return (await ask<OwnSanctions>('/me/sanctions', {}, token)).sanctions;
}

/** Appeals against the ban of a rejected login, or against the user's mute. */
export function appeal(request: CreateAppeal, token: Token): Promise<Appeal> {
  return send('POST', '/appeals', token, request);
}

/** Numbers of moderation in the last whole months, the newest first. */
export async function transparency(): Promise<readonly TransparentMonth[]> {
  return (await ask<Transparency>('/transparency')).months;
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
  const { deeds: rows, next } = await ask<ModerationLogPage>(listed('/moderation/log', from), {}, token);
  return { rows, next };
}

/** The time that players took for the moves of a game, and the difficulty of these. Requests the missing analyses. */
export function gameSignals(game: string, token: Token): Promise<GameSignals> {
  return send('POST', `/moderation/games/${encodeURIComponent(game)}/signals`, token, {});
}
