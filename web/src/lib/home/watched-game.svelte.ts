import { marblesAt, moved, traceOf, type Marble, type Trace } from '$lib/board/marble';
import type { ClockReading } from '$lib/clock/remaining';
import type { Event, SeatPresence, Snapshot } from '$lib/protocol/types';
import { after, fromSnapshot, placeOf, withPresence, type RoomState } from '$lib/room/state';
import { isIllegal } from '$lib/rules/illegal';
import { colorsOf, sideOf } from '$lib/rules/mode';
import { readMove } from '$lib/rules/notation';
import { passTurnTo } from '$lib/rules/play';
import { readPosition } from '$lib/rules/position-text';
import type { Connection } from '$lib/socket/connection';
import type { RoomFollower } from '$lib/socket/topics/topic';
import type { Following } from '$lib/socket/topics/topics';

/** A game of others as one looks on from afar: who plays, and where the marbles lie. */
export class WatchedGame implements RoomFollower {
  /** `null` until it is known. */
  state = $state.raw<RoomState | null>(null);
  marbles = $state.raw<readonly Marble[]>([]);
  /** What the last move did, where one has seen it. */
  trace = $state.raw<Trace | null>(null);
  /** Whether the marbles have come to where they are by a move that one has seen. */
  glide = $state(false);
  readonly #id: string;
  #following: Following | null = null;

  constructor(id: string) {
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
    this.#lay(this.state);
  }

  event(event: Event): void {
    const place = placeOf(this.state, event);
    if (place === 'gap') this.#following?.again();
    if (place !== 'next') return;
    const before = this.state;
    this.state = after(before, event);
    if (event.kind === 'moved' && before !== null && this.#move(before, event.seat, event.move)) return;
    if (before?.position !== this.state.position) this.#lay(this.state);
  }

  presence(seats: readonly SeatPresence[]): void {
    if (this.state !== null) this.state = withPresence(this.state, seats);
  }

  ratings(): void {
    // They stand in the list of rooms.
  }

  clock(_reading: ClockReading): void {
    // Clocks are not drawn from afar.
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

  /** Has the marbles of a move go, each of them staying itself. */
  #move({ mode, position }: RoomState, seat: number, text: string): boolean {
    const color = colorsOf(mode)[seat];
    if (color === undefined || position === '') return false;
    const move = readMove(passTurnTo(readPosition(mode, position), color), text);
    if (isIllegal(move)) return false;
    const marbles = moved(this.marbles, move, sideOf(mode, seat));
    this.trace = traceOf(this.marbles, marbles);
    this.marbles = marbles;
    this.glide = true;
    return true;
  }

  #lay({ mode, position }: RoomState): void {
    this.glide = false;
    this.trace = null;
    this.marbles = position === '' ? [] : marblesAt(readPosition(mode, position));
  }
}
