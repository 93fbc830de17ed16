import type { RoomSummary } from '$lib/protocol/types';
import type { Refusal } from '$lib/protocol/refusal';
import type { LobbyFollower } from '$lib/socket/topics/topic';
import { merged } from './merged';

/** The list of rooms, kept up to date by the server. */
export class Lobby implements LobbyFollower {
  /** `null` until the list has come. */
  rooms = $state.raw<readonly RoomSummary[] | null>(null);
  /** Why the list does not come. */
  refusal = $state.raw<Refusal | null>(null);
  readonly open = $derived(this.rooms?.filter(({ status }) => status === 'waiting') ?? []);
  readonly playing = $derived(this.rooms?.filter(({ status }) => status === 'playing') ?? []);

  changed(rooms: readonly RoomSummary[], gone: readonly string[], full: boolean): void {
    this.refusal = null;
    this.rooms = merged(full ? [] : (this.rooms ?? []), rooms, gone);
  }

  refused(refusal: Refusal): void {
    this.refusal = refusal;
  }
}
