import { Line } from '$lib/game/line';
import type { GameModel } from '$lib/game/model';
import { Review } from '$lib/game/review.svelte';
import { playerText } from '$lib/i18n/words';

import type { Room } from './room.svelte';
import type { RoomState } from './state';

/** The game in a room. To be made while a component is. */
export class RoomGame implements GameModel {
  readonly #room: Room;
  readonly #state: () => RoomState;
  readonly mode = $derived.by(() => this.#state().mode);
  readonly clock = $derived.by(() => this.#state().clock);
  readonly line = $derived.by(() => this.#line());
  readonly review = new Review(() => this.line);
  readonly timings = $derived.by(() => this.#state().ledger);
  readonly seats = $derived.by(() => this.#state().seats.map((seat) => ({ ...seat, name: playerText(seat.player) })));
  readonly controls = $derived.by(() => this.#controls());
  readonly near = $derived.by(() => this.#room.ownSeat ?? 0);
  readonly turn = $derived.by(() => this.#state().turn);
  readonly playing = $derived.by(() => this.#state().status === 'playing');
  readonly legal = $derived.by(() => (this.#room.mayMove && this.review.live ? this.#state().legal : []));

  /** @param state the room's state, which is there from the first snapshot on */
  constructor(room: Room, state: () => RoomState) {
    this.#room = room;
    this.#state = state;
    $effect.pre(() => this.review.follow(this.#room.moves.length, this.#room.fresh));
  }

  play(move: string): void {
    void this.#room.play(move);
  }

  #line(): Line {
    const { mode, position, moves } = this.#state();
    return new Line(mode, this.#room.startRows, this.#room.moves, { ply: moves.length, position });
  }

  /** Whoever is out plays no more, and whoever is not seated never did. */
  #controls(): readonly number[] {
    const own = this.#room.ownSeat;
    return own === null || this.#state().seats[own]?.out === true ? [] : [own];
  }
}
