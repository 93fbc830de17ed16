import { untrack } from 'svelte';

import type { Session } from '$lib/base/session/session.svelte';

import { Tournament } from '../tournament.svelte';

/** A tournament that a component follows while it exists. Call it while the component is created. */
export function followed(session: Session, id: string): Tournament {
  const tournament = new Tournament();
  $effect(() => untrack(() => session.connection.follow({ kind: 'tournament', id }, tournament)).end);
  return tournament;
}
