import { ask } from './ask';
import type { Page } from '$lib/base/protocol/page';
import type {
  ClubAnnounced,
  ClubAnnouncement,
  ClubAnnouncementList,
  ClubDetail,
  ClubEdit,
  ClubJoined,
  ClubLink,
  ClubLinkCreated,
  ClubLinkList,
  ClubMember,
  ClubMemberPage,
  ClubPage,
  ClubRequest,
  ClubRequestList,
  ClubRole,
  ClubSummary,
  CreateClub,
  CreateClubLink,
  JoinClub,
  Leader,
  Leaderboard,
  Mode,
  NewClubAnnouncement,
  OfferedClub,
  PlayerClub,
  PlayerClubList,
  Speed,
  User,
} from '$lib/base/protocol/types';

type Token = string | null;

function send<T>(method: string, path: string, token: Token, body?: object): Promise<T> {
  return ask<T>(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }, token);
}

function path(id: string): string {
  return `/clubs/${encodeURIComponent(id)}`;
}

/** @param prefix the start of the name; empty for the clubs with the most members */
export async function clubs(prefix: string, from: string | null): Promise<Page<ClubSummary>> {
  const query = new URLSearchParams();
  if (prefix !== '') query.set('prefix', prefix);
  if (from !== null) query.set('cursor', from);
  const { clubs: rows, next } = await ask<ClubPage>(`/clubs?${query}`);
  return { rows, next };
}

export async function ownClubs(token: Token): Promise<readonly PlayerClub[]> {
  return (await ask<PlayerClubList>('/me/clubs', {}, token)).clubs;
}

export function create(club: CreateClub, token: Token): Promise<ClubDetail> {
  return send('POST', '/clubs', token, club);
}

export function club(id: string, token: Token): Promise<ClubDetail> {
  return ask<ClubDetail>(path(id), {}, token);
}

export function edit(id: string, change: ClubEdit, token: Token): Promise<ClubDetail> {
  return send('PATCH', path(id), token, change);
}

/** Deletes the club. */
export function dissolve(id: string, token: Token): Promise<void> {
  return send('DELETE', path(id), token);
}

export function join(id: string, entry: JoinClub, token: Token): Promise<ClubJoined> {
  return send('POST', `${path(id)}/join`, token, entry);
}

/** Leaves the club, or withdraws the request to join. */
export function leave(id: string, token: Token): Promise<void> {
  return send('POST', `${path(id)}/leave`, token);
}

export async function members(id: string, from: string | null): Promise<Page<ClubMember>> {
  const query = from === null ? '' : `?${new URLSearchParams({ cursor: from })}`;
  const { members: rows, next } = await ask<ClubMemberPage>(`${path(id)}/members${query}`);
  return { rows, next };
}

/** The members by rating. */
export async function leaders(id: string, mode: Mode, speed: Speed, from: string | null): Promise<Page<Leader>> {
  const query = new URLSearchParams({ speed });
  if (from !== null) query.set('cursor', from);
  const { players: rows, next } = await ask<Leaderboard>(`${path(id)}/leaderboards/${mode}?${query}`);
  return { rows, next };
}

export function changeRole(id: string, user: string, role: ClubRole, token: Token): Promise<void> {
  return send('PATCH', `${path(id)}/members/${encodeURIComponent(user)}`, token, { role });
}

/** @param ban whether the player cannot join again */
export function remove(id: string, user: string, ban: boolean, token: Token): Promise<void> {
  return send('DELETE', `${path(id)}/members/${encodeURIComponent(user)}?ban=${ban}`, token);
}

export async function requests(id: string, token: Token): Promise<readonly ClubRequest[]> {
  return (await ask<ClubRequestList>(`${path(id)}/requests`, {}, token)).requests;
}

export function answer(id: string, user: string, accept: boolean, token: Token): Promise<void> {
  return send('POST', `${path(id)}/requests/${encodeURIComponent(user)}`, token, { accept });
}

export async function bans(id: string, token: Token): Promise<readonly User[]> {
  return (await ask<{ players: User[] }>(`${path(id)}/bans`, {}, token)).players;
}

export function liftBan(id: string, user: string, token: Token): Promise<void> {
  return send('DELETE', `${path(id)}/bans/${encodeURIComponent(user)}`, token);
}

/** The member to whom the owner offers the club. */
export async function offered(id: string, token: Token): Promise<{ readonly to: User | null }> {
  return ask<OfferedClub>(`${path(id)}/offer`, {}, token);
}

/** @param user a member; `null` to withdraw the offer */
export function offer(id: string, user: string | null, token: Token): Promise<void> {
  return user === null ? send('DELETE', `${path(id)}/offer`, token) : send('PUT', `${path(id)}/offer`, token, { user });
}

export function answerOffer(id: string, accept: boolean, token: Token): Promise<void> {
  return send('POST', `${path(id)}/offer`, token, { accept });
}

/** The last announcements, the newest first. */
export async function announcements(id: string, token: Token): Promise<readonly ClubAnnouncement[]> {
  return (await ask<ClubAnnouncementList>(`${path(id)}/announcements`, {}, token)).announcements;
}

export function announce(id: string, announcement: NewClubAnnouncement, token: Token): Promise<ClubAnnounced> {
  return send('POST', `${path(id)}/announcements`, token, announcement);
}

export function removeAnnouncement(id: string, announcement: string, token: Token): Promise<void> {
  return send('DELETE', `${path(id)}/announcements/${encodeURIComponent(announcement)}`, token);
}

/** @param wanted whether announcements notify the user */
export function setNotified(id: string, wanted: boolean, token: Token): Promise<void> {
  return send('PUT', `${path(id)}/notifications`, token, { announcements: wanted });
}

export async function links(id: string, token: Token): Promise<readonly ClubLink[]> {
  return (await ask<ClubLinkList>(`${path(id)}/links`, {}, token)).links;
}

export function createLink(id: string, link: CreateClubLink, token: Token): Promise<ClubLinkCreated> {
  return send('POST', `${path(id)}/links`, token, link);
}

export function revokeLink(id: string, link: string, token: Token): Promise<void> {
  return send('DELETE', `${path(id)}/links/${encodeURIComponent(link)}`, token);
}
