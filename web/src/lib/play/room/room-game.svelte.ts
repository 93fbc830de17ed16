import { untrack } from 'svelte';

import { Line } from '$lib/game/table/line';
import type { Dropped, Entry, GameModel, Seated } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';
import { playerText } from '$lib/base/i18n/words';
import type { Reason, Seat } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import { legalMoves } from '$lib/game/rules/legal';
import type { Move } from '$lib/game/rules/move';
import { moveText, readMove } from '$lib/game/rules/notation';
import { passTurnTo } from '$lib/game/rules/play';
import type { Position } from '$lib/game/rules/position';
import { readPosition, startOf } from '$lib/game/rules/position-text';
import { settings } from '$lib/base/settings/settings.svelte';

import type { Room } from './room.svelte';
import type { RoomState } from './state';

const NO_MARBLES = '5/6/7/8/9/8/7/6/5';

/** The game in a room. To be made while a component is. */
export class RoomGame implements GameModel {
  readonly #room: Room;
  readonly #state: () => RoomState;
  readonly binding = true;
  premove = $state.raw<Move | null>(null);
  dropped = $state.raw<Dropped | null>(null);

  readonly mode = $derived.by(() => this.#state().mode);
  readonly clock = $derived.by(() => this.#state().clock);
  readonly line = $derived.by(() => this.#line());
  readonly review = new Review(() => this.line);
  /** Of each move; none while only the last ones of a very long game are known. */
  readonly timings = $derived.by(() => (this.#state().ledger.length < this.#state().moves.length ? [] : this.#state().ledger));
  readonly seats = $derived.by(() => this.#state().seats.map((seat) => this.#seated(seat)));
  readonly controls = $derived.by(() => this.#controls());
  readonly near = $derived.by(() => this.#room.ownSeat ?? 0);
  readonly turn = $derived.by(() => this.#state().turn);
  readonly playing = $derived.by(() => this.#state().status === 'playing');
  readonly computerWaits = $derived.by(() => this.#room.computerWaits);
  readonly entry = $derived.by(() => this.#entry());
  readonly legal = $derived.by(() => (this.entry === null ? [] : legalMoves(this.entry.position)));
  /** The same for as long as it is the same text: messages about clocks and players leave board and legal moves alone. */
  readonly #text = $derived.by(() => this.#state().position);
  readonly #played = $derived.by(() => this.#state().moves.length);
  /** The server's position: an empty board before the first message. */
  readonly #position = $derived.by(() => this.#known());

  /** @param state the room's state, which is there from the first snapshot on */
  constructor(room: Room, state: () => RoomState) {
    this.#room = room;
    this.#state = state;
    $effect.pre(() => this.review.follow(this.#room.moves.length, this.#room.fresh));
    this.#followPremove();
  }

  play(move: Move): void {
    this.dropped = null;
    if (this.entry?.kind === 'premove') this.premove = move;
    else void this.#room.play(moveText(move));
  }

  cancelPremove(): void {
    this.premove = null;
  }

  /** Plays the premove when its turn has come. It is not wanted any more when the game ends or goes back. */
  #followPremove(): void {
    let before = 0;
    $effect(() => {
      const { length } = this.#room.moves;
      if (length < before || !this.playing || settings.get('premoves') === 'off') this.premove = null;
      before = length;
      if (this.#room.mayMove) untrack(() => this.#playPremove());
    });
  }

  #playPremove(): void {
    const { premove } = this;
    if (premove === null) return;
    this.premove = null;
    const move = readMove(this.#position, moveText(premove));
    if (isIllegal(move)) this.dropped = { move: premove, why: move.reason };
    else void this.#room.play(moveText(move));
  }

  /** While opponents have the turn, the user's moves are those that would be legal if it were the user's turn now. */
  #entry(): Entry | null {
    const [seat] = this.controls;
    const color = seat === undefined ? undefined : this.seats[seat]?.color;
    if (color === undefined || !this.playing || !this.review.live) return null;
    if (this.#room.mayMove) return { kind: 'move', position: this.#position };
    if (settings.get('premoves') === 'off') return null;
    return { kind: 'premove', position: passTurnTo(this.line.position(this.line.moves.length), color) };
  }

  #seated(seat: Seat): Seated {
    return { ...seat, name: playerText(seat.player), outBy: seat.out ? this.#outBy(seat.seat) : null };
  }

  /** A later visitor gets no reason; a clock at zero shows it, too. */
  #outBy(seat: number): Reason | null {
    const { remaining_ms } = this.#state().reading.clocks;
    return this.#room.eliminations[seat] ?? (remaining_ms?.[seat] === 0 ? 'time' : null);
  }

  #known(): Position {
    return this.#text === '' ? (this.#room.start ?? startOf(this.mode, NO_MARBLES)) : readPosition(this.mode, this.#text);
  }

  #line(): Line {
    return new Line(this.#room.start, this.#room.moves, { ply: this.#played, position: this.#position });
  }

  /** An eliminated player plays no more, and a spectator never did. */
  #controls(): readonly number[] {
    const own = this.#room.ownSeat;
    return own === null || this.#state().seats[own]?.out === true ? [] : [own];
  }
}
