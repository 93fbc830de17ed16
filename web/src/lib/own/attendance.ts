import type { Event, Snapshot } from '$lib/protocol/types';
import type { Connection } from '$lib/socket/connection';
import type { RoomFollower } from '$lib/socket/topics/topic';

/**
 * Stays at a table though its page has been left: to the others one is here for as long as this page of the browser is, so that a look
 * at another page of the site gives nobody a reason to claim the game.
 */
export class Attendance implements RoomFollower {
  readonly room: string;
  readonly leave: () => void;
  #seq: number | undefined;

  constructor(room: string, connection: Connection) {
    this.room = room;
    this.leave = connection.follow({ kind: 'room', id: room }, this).end;
  }

  since(): number | undefined {
    return this.#seq;
  }

  snapshot({ seq }: Snapshot): void {
    this.#seq = seq;
  }

  event({ seq }: Event): void {
    // What was missed in between is for whoever shows the room.
    this.#seq = Math.max(seq, this.#seq ?? 0);
  }

  presence(): void {
    // Who is there is shown at the table.
  }

  clock(): void {
    // So are clocks …
  }

  notice(): void {
    // … and why they stand still.
  }

  control(): void {
    // Wherever one plays: one is here.
  }

  refused(): void {
    // Then there is nothing to stay at.
  }
}
