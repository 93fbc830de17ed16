import type { Snapshot } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The current state of a room, with the whole ledger of its game. */
export function roomNow(id: string, token: string | null): Promise<Snapshot> {
  return ask<Snapshot>(`/rooms/${encodeURIComponent(id)}`, {}, token);
}
