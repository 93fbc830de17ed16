import type { RoomSummary } from '$lib/protocol/types';
import type { LobbyFollower } from '$lib/socket/connection';

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

/** The newest first, whatever the order of arrival. */
export function merged(
  known: readonly RoomSummary[],
  changed: readonly RoomSummary[],
  gone: readonly string[],
): RoomSummary[] {
  const byRoom = new Map(known.map((room) => [room.room, room]));
  for (const room of changed) byRoom.set(room.room, room);
  for (const room of gone) byRoom.delete(room);
  return [...byRoom.values()].sort((a, b) => b.created_at - a.created_at);
}
