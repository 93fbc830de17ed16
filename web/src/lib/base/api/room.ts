import type { Snapshot } from '$lib/base/protocol/types';
import { ask } from './ask';

/** A room as it is now, with the whole ledger of its game. */
export function roomNow(id: string, token: string | null): Promise<Snapshot> {
  return ask<Snapshot>(`/rooms/${encodeURIComponent(id)}`, {}, token);
}
