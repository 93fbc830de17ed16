import type { Board } from '$lib/base/protocol/types';

import { SmallBoard } from './small-board.svelte';

/** One of the most interesting live games of a lobby. */
export class FeaturedGame extends SmallBoard {
  readonly id: string;
  board = $state.raw() as Board;

  constructor(board: Board) {
    super();
    this.id = board.room.room;
    this.take(board);
  }

  /** Applies the current state of the game. Any number of moves may have been played since the last one. */
  take(board: Board): void {
    const seat = (this.board as Board | undefined)?.turn ?? null;
    this.board = board;
    this.show(board.room.mode, board.position, seat === null || board.last === null ? null : { seat, text: board.last });
  }
}
