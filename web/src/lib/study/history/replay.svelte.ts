import { Line } from '$lib/game/table/line';
import type { GameModel } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';
import { playerText } from '$lib/base/i18n/words';
import type { Clock, GameDetail, Mode, MoveTiming } from '$lib/base/protocol/types';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';
import { readPosition } from '$lib/game/rules/position-text';

/** A finished game on the page. */
export class Replay implements GameModel {
  readonly game: GameDetail;
  readonly mode: Mode;
  readonly clock: Clock;
  readonly line: Line;
  readonly review = new Review(() => this.line);
  /** Whether the positions before the last one are known. */
  readonly known: boolean;
  readonly timings: readonly MoveTiming[];
  readonly controls = [];
  readonly near = 0;
  readonly playing = false;
  readonly legal = [];
  readonly seats = $derived.by(() =>
    this.game.players.map((player, seat) => ({
      ...{ seat, player, out: false, name: playerText(player), team: sideOf(this.mode, seat) },
      color: colorsOf(this.mode)[seat] ?? 'black',
    })),
  );
  readonly turn = $derived.by(() => (this.review.live ? null : (this.line.movers[this.review.ply] ?? null)));

  /**
   * @param start the first position; `null` if it is not known
   * @param ply the first shown ply, if not the last
   */
  constructor(game: GameDetail, start: Position | null, ply: number | null = null) {
    const { mode, clock, moves, ledger, final_position: position } = game;
    this.game = game;
    this.mode = mode;
    this.clock = clock;
    this.timings = ledger;
    const end = { ply: moves.length, position: readPosition(mode, position) };
    this.line = new Line(start, moves, end);
    this.known = moves.length === 0 || this.line.move(moves.length) !== null;
    this.review.show(moves.length, false);
    if (ply !== null) this.review.go(ply);
  }

  play(): void {
    throw new Error('a game that is over has no legal moves');
  }
}
