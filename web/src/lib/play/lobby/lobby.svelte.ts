import type { RoomSummary, Seek } from '$lib/base/protocol/types';
import type { Refusal } from '$lib/base/protocol/refusal';
import type { LobbyFollower } from '$lib/base/socket/topics/topic';
import { merged } from './merged';

/** The list of rooms and seeks, kept up to date by the server. */
export class Lobby implements LobbyFollower {
  /** `null` until the list has loaded. */
  rooms = $state.raw<readonly RoomSummary[] | null>(null);
  /** The seeks, the longest waiting first. */
  seeks = $state.raw<readonly Seek[]>([]);
  /** The reason why the list fails to load. */
  refusal = $state.raw<Refusal | null>(null);
  readonly open = $derived(this.rooms?.filter(({ status }) => status === 'waiting') ?? []);
  readonly playing = $derived(this.rooms?.filter(({ status }) => status === 'playing') ?? []);

  changed(
    rooms: readonly RoomSummary[],
    gone: readonly string[],
    full: boolean,
    seeks: readonly Seek[],
    seeksGone: readonly string[],
  ): void {
    this.refusal = null;
    this.rooms = merged(full ? [] : (this.rooms ?? []), rooms, gone);
    const kept = full ? [] : this.seeks.filter(({ id }) => !seeksGone.includes(id) && seeks.every((seek) => seek.id !== id));
    this.seeks = [...kept, ...seeks].sort((a, b) => a.since - b.since);
  }

  onError(refusal: Refusal): void {
    this.refusal = refusal;
  }
}
