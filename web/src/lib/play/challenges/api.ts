import { ask } from '$lib/base/api/ask';
import type { Challenge, ChallengeList, DeclineReason, FollowList, PlayerPresence, Terms } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';

/** The caller's open challenges, sent and received. An anonymous visitor has none, and does not become a guest by asking. */
export async function challenges(token: string | null): Promise<readonly Challenge[]> {
  return (await ask<ChallengeList>('/challenges', {}, token)).challenges;
}

/** @param player an account's name, or an id */
export function challenge(session: Session, player: string, terms: Terms): Promise<Challenge> {
  return post(session, '/challenges', { player, terms });
}

export function accept(session: Session, { id, round }: Challenge): Promise<Challenge> {
  return post(session, `/challenges/${id}/accept`, { round });
}

/** @param reason for the challenger to read; `null` for none */
export function decline(session: Session, { id, round }: Challenge, reason: DeclineReason | null): Promise<Challenge> {
  return post(session, `/challenges/${id}/decline`, { round, ...(reason !== null && { reason }) });
}

/** Sends a counter-offer. */
export function counter(session: Session, { id, round }: Challenge, terms: Terms): Promise<Challenge> {
  return post(session, `/challenges/${id}/counter`, { round, terms });
}

/** Withdraws the caller's own challenge. */
export function cancel(session: Session, { id }: Challenge): Promise<void> {
  return session.ask((token) => ask<undefined>(`/challenges/${id}`, { method: 'DELETE' }, token));
}

/** Loads the players that the user follows. */
export function follows(token: string | null): Promise<FollowList> {
  return ask<FollowList>('/me/follows', {}, token);
}

/** Whether a player is online, if shown to the caller. */
export function presence(player: string, token: string | null): Promise<PlayerPresence> {
  return ask<PlayerPresence>(`/players/${encodeURIComponent(player)}/presence`, {}, token);
}

export function follow(player: string, follows: boolean, token: string | null): Promise<void> {
  return ask<undefined>(`/me/follows/${encodeURIComponent(player)}`, { method: follows ? 'PUT' : 'DELETE' }, token);
}

function post(session: Session, path: string, body: object): Promise<Challenge> {
  return session.askAsUser((token) => ask<Challenge>(path, { method: 'POST', body: JSON.stringify(body) }, token));
}
