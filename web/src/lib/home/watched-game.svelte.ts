import type { ClockReading } from '$lib/clock/remaining';
import type { Event, SeatPresence, Snapshot } from '$lib/protocol/types';
import { after, fromSnapshot, placeOf, withClocks, type RoomState } from '$lib/room/state';
import type { Connection } from '$lib/socket/connection';
import type { RoomFollower } from '$lib/socket/topics/topic';
import type { Following } from '$lib/socket/topics/topics';

import { SmallBoard } from './small-board.svelte';

/** A game of others as one looks on from afar: who plays, and where the marbles lie. */
export class WatchedGame extends SmallBoard implements RoomFollower {
  /** `null` until it is known. */
  state = $state.raw<RoomState | null>(null);
  readonly #id: string;
  #following: Following | null = null;

  constructor(id: string) {
    super();
    this.#id = id;
  }

  /** Follows the game until the function that is returned is called; a second time goes on from what is known. */
  follow(connection: Connection): () => void {
    const following = connection.follow({ kind: 'room', id: this.#id }, this);
    this.#following = following;
    return following.end;
  }

  since(): number | undefined {
    return this.state?.seq;
  }

  snapshot(snapshot: Snapshot): void {
    this.state = fromSnapshot(snapshot);
    this.show(snapshot.mode, snapshot.position, null);
  }

  event(event: Event): void {
    const place = placeOf(this.state, event);
    if (place === 'gap') this.#following?.again();
    if (place !== 'next') return;
    const { mode, position } = (this.state = after(this.state, event));
    this.show(mode, position, event.kind === 'moved' ? { seat: event.seat, text: event.move } : null);
  }

  presence(_seats: readonly SeatPresence[]): void {
    // Who is away is told at the table.
  }

  ratings(): void {
    // They stand in the list of rooms.
  }

  clock(reading: ClockReading): void {
    if (this.state !== null) this.state = withClocks(this.state, reading);
  }

  notice(): void {
    // That a game stands still is told at its table.
  }

  control(): void {
    // One does not play here.
  }

  refused(): void {
    // It has gone: so it will from the list.
  }
}
