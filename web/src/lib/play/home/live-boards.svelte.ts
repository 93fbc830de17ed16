import type { Board } from '$lib/base/protocol/types';
import type { BoardsFollower } from '$lib/base/socket/topics/topic';

import { FeaturedGame } from './featured-game.svelte';

/** The most interesting live games of a lobby, kept up to date by the server. Games that are shown keep their places. */
export class LiveBoards implements BoardsFollower {
  games = $state.raw<readonly FeaturedGame[]>([]);

  changed(boards: readonly Board[], gone: readonly string[], full: boolean): void {
    const isNamed = (id: string): boolean => boards.some(({ room }) => room.room === id);
    const stays = (id: string): boolean => !gone.includes(id) && (!full || isNamed(id));
    const games = this.games.filter(({ id }) => stays(id));
    for (const board of boards) {
      const known = games.find(({ id }) => id === board.room.room);
      if (known === undefined) games.push(new FeaturedGame(board));
      else known.take(board);
    }
    this.games = games;
  }

  onError(): void {
    // A server without live boards: the page is as without running games.
    this.games = [];
  }
}
