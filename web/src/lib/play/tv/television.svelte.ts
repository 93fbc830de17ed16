import type { Board, GameResult, Mode, Snapshot } from '$lib/base/protocol/types';
import type { BoardsFollower } from '$lib/base/socket/topics/topic';
import { MODES } from '$lib/game/rules/mode';
import type { FeaturedGame } from '$lib/play/home/featured-game.svelte';
import { LiveBoards } from '$lib/play/home/live-boards.svelte';

/** The game to show: the best of all, or the best of a mode. */
export type Channel = 'best' | Mode;

export const CHANNELS: readonly Channel[] = ['best', ...MODES];

/** The time for which the end of a game is shown. */
const END_MS = 7_000;

/** The ratings of players without one, and of computers, as the server counts them. */
const UNRATED = 1_200;
const COMPUTER = 400;

/** The best live game of each mode. One of them is shown until it ends; some seconds later, the next one is. */
export class Television implements BoardsFollower {
  channel = $state<Channel>('best');
  shown = $state.raw<FeaturedGame | null>(null);
  /** Whether the shown game is over. */
  over = $state(false);
  /** The result of the shown game, once it is known. */
  result = $state.raw<GameResult | null>(null);
  readonly #live = new LiveBoards();
  readonly others: readonly FeaturedGame[] = $derived.by(() => this.#live.games.filter(({ id }) => id !== this.shown?.id));
  readonly #ask: (room: string) => Promise<Snapshot>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the end has been shown for long enough. */
  #isSeen = false;

  /** @param ask loads the current state of a room */
  constructor(ask: (room: string) => Promise<Snapshot>) {
    this.#ask = ask;
  }

  changed(boards: readonly Board[], gone: readonly string[], full: boolean): void {
    this.#live.changed(boards, gone, full);
    const { shown } = this;
    const same = this.#live.games.find(({ id }) => id === shown?.id);
    if (same !== undefined) {
      if (this.over) this.#show(same);
    } else if (shown === null || this.#isSeen) this.#next();
    else if (!this.over) void this.#end(shown);
  }

  onError(): void {
    this.#live.onError();
    this.close();
    this.#show(null);
  }

  /** Shows the game of another channel at once. */
  choose(channel: Channel): void {
    this.channel = channel;
    if (this.shown !== null && !this.over && (channel === 'best' || channel === this.shown.board.room.mode)) return;
    this.#show(this.#best());
  }

  /** Ends the pause after a game. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #end(game: FeaturedGame): Promise<void> {
    this.over = true;
    this.#timer = setTimeout(() => {
      this.#isSeen = true;
      this.#next();
    }, END_MS);
    // Without an answer, the last known position stays.
    const room = await this.#ask(game.id).catch(() => null);
    if (room === null || this.shown !== game || !this.over) return;
    if (room.status === 'playing') {
      // A better game has taken its place.
      this.#show(this.#best());
      return;
    }
    const { position, captured, clocks, at } = room;
    game.take({ room: game.board.room, position, turn: null, last: room.moves.at(-1) ?? null, captured, clocks, at });
    this.result = room.result;
  }

  /** Shows the next game, if there is one. */
  #next(): void {
    const best = this.#best();
    if (best !== null) this.#show(best);
  }

  #show(game: FeaturedGame | null): void {
    clearTimeout(this.#timer);
    this.#isSeen = false;
    [this.shown, this.over, this.result] = [game, false, null];
  }

  #best(): FeaturedGame | null {
    const { channel } = this;
    const { games } = this.#live;
    if (channel !== 'best') return games.find(({ board }) => board.room.mode === channel) ?? null;
    const order = (game: FeaturedGame): number => MODES.indexOf(game.board.room.mode);
    return games.toSorted((one, other) => strength(other.board) - strength(one.board) || order(one) - order(other))[0] ?? null;
  }
}

/** The mean rating of the players. */
function strength({ room: { seats } }: Board): number {
  const ratings = seats.map(({ player, rating }) => (player?.computer === undefined ? (rating?.rating ?? UNRATED) : COMPUTER));
  return ratings.reduce((sum, rating) => sum + rating, 0) / seats.length;
}
