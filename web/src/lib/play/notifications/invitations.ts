import { ask } from '$lib/base/api/ask';
import type { TournamentCommand, TournamentInvitation, TournamentInvitations } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';

/** The user's open tournament invitations, the newest first. */
export async function open(token: string | null): Promise<readonly TournamentInvitation[]> {
  return (await ask<TournamentInvitations>('/me/invitations', {}, token)).invitations;
}

export function decline(session: Session, { tournament }: TournamentInvitation): Promise<unknown> {
  const body: TournamentCommand = { type: 'decline_invitation' };
  return session.ask((token) => ask(`/tournaments/${tournament.id}/commands`, { method: 'POST', body: JSON.stringify(body) }, token));
}
