import { Line } from '$lib/game/line';
import type { GameModel, Seated } from '$lib/game/model';
import { Review } from '$lib/game/review.svelte';
import { playerText } from '$lib/i18n/words';
import type { Reason, Seat } from '$lib/protocol/types';
import { legalMoves } from '$lib/rules/legal';
import type { Move } from '$lib/rules/move';
import { moveText } from '$lib/rules/notation';
import type { Position } from '$lib/rules/position';
import { readPosition, startOf } from '$lib/rules/position-text';

import type { Room } from './room.svelte';
import type { RoomState } from './state';

const NO_MARBLES = '5/6/7/8/9/8/7/6/5';

/** The game in a room. To be made while a component is. */
export class RoomGame implements GameModel {
  readonly #room: Room;
  readonly #state: () => RoomState;
  readonly mode = $derived.by(() => this.#state().mode);
  readonly clock = $derived.by(() => this.#state().clock);
  readonly line = $derived.by(() => this.#line());
  readonly review = new Review(() => this.line);
  readonly timings = $derived.by(() => this.#state().ledger);
  readonly seats = $derived.by(() => this.#state().seats.map((seat) => this.#seated(seat)));
  readonly controls = $derived.by(() => this.#controls());
  readonly near = $derived.by(() => this.#room.ownSeat ?? 0);
  readonly turn = $derived.by(() => this.#state().turn);
  readonly playing = $derived.by(() => this.#state().status === 'playing');
  readonly legal = $derived.by(() => (this.#room.mayMove && this.review.live ? legalMoves(this.#position) : []));
  /** The position as the server knows it: an empty board before it has said anything. */
  readonly #position = $derived.by(() => this.#known());

  /** @param state the room's state, which is there from the first snapshot on */
  constructor(room: Room, state: () => RoomState) {
    this.#room = room;
    this.#state = state;
    $effect.pre(() => this.review.follow(this.#room.moves.length, this.#room.fresh));
  }

  play(move: Move): void {
    void this.#room.play(moveText(move));
  }

  #seated(seat: Seat): Seated {
    return { ...seat, name: playerText(seat.player), outBy: seat.out ? this.#outBy(seat.seat) : null };
  }

  /** Whoever comes later is not told why; that a clock stands at nothing says it, too. */
  #outBy(seat: number): Reason | null {
    const { remaining_ms } = this.#state().reading.clocks;
    return this.#room.eliminations[seat] ?? (remaining_ms?.[seat] === 0 ? 'time' : null);
  }

  #known(): Position {
    const { mode, position } = this.#state();
    return position === '' ? startOf(mode, this.#room.startRows ?? NO_MARBLES) : readPosition(mode, position);
  }

  #line(): Line {
    const { mode, moves } = this.#state();
    const { startRows } = this.#room;
    const start = startRows === null ? null : startOf(mode, startRows);
    return new Line(start, this.#room.moves, { ply: moves.length, position: this.#position });
  }

  /** Whoever is out plays no more, and whoever is not seated never did. */
  #controls(): readonly number[] {
    const own = this.#room.ownSeat;
    return own === null || this.#state().seats[own]?.out === true ? [] : [own];
  }
}
