import type { RoomSummary } from '$lib/protocol/types';
import type { LobbyFollower } from '$lib/socket/connection';
import { merged } from './merged';

/** The list of rooms, kept up to date by the server. */
export class Lobby implements LobbyFollower {
  /** `null` until the list has come. */
  rooms = $state.raw<readonly RoomSummary[] | null>(null);
  readonly open = $derived(this.rooms?.filter(({ status }) => status === 'waiting') ?? []);
  readonly playing = $derived(this.rooms?.filter(({ status }) => status === 'playing') ?? []);

  changed(rooms: readonly RoomSummary[], gone: readonly string[], full: boolean): void {
    this.rooms = merged(full ? [] : (this.rooms ?? []), rooms, gone);
  }
}
