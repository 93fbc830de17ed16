import { marblesAt, occupationOf, traceOf, type Marble, type Trace } from '$lib/board/marble';
import { readPosition } from '$lib/board/position';
import { agrees, timeline, type Timeline } from '$lib/board/timeline';
import type { Color, Mode } from '$lib/protocol/types';
import { colorsOf, sideOfColor } from '$lib/room/seats';

import { moversOf } from './movers';

/** The moves of a game from its start, and what each of them did to the board. */
export class Line {
  readonly mode: Mode;
  readonly moves: readonly string[];
  /** The seat that made each of the moves. */
  readonly movers: readonly number[];
  readonly #plies: Timeline | null;
  readonly #fallback: readonly Marble[];

  /**
   * @param rows the rows of the start, as in a position line; `null` while they are not known
   * @param known a position line of which is known that it stands after so many moves. It is the truth: a line that does
   *   not lead there is not drawn, the position is.
   */
  constructor(mode: Mode, rows: string | null, moves: readonly string[], known: { ply: number; position: string }) {
    this.mode = mode;
    this.moves = moves;
    const plies = rows === null ? null : timeline(rows, moves, (color) => sideOfColor(mode, color));
    const there = plies?.[known.ply];
    this.#plies = there !== undefined && agrees(there, known.position) ? plies : null;
    this.#fallback = marblesAt(readPosition(known.position), colorsOf(mode));
    this.movers = moversOf(mode, moves, this.#plies);
  }

  /** The marbles after so many moves, each of them the same one all through the game. */
  marbles(ply: number): readonly Marble[] {
    return this.#plies?.[ply] ?? this.#fallback;
  }

  /** What the move did that led there. */
  trace(ply: number): Trace | null {
    const before = this.#plies?.[ply - 1];
    const after = this.#plies?.[ply];
    return before && after ? traceOf(before, after) : null;
  }

  /** The colour of the marble that the move pushed off the board, if it did. */
  ejected(ply: number): Color | null {
    const before = this.#plies?.[ply - 1];
    const marble = this.#plies?.[ply]?.find(({ place }, index) => {
      return place.kind === 'tray' && before?.[index]?.place.kind === 'board';
    });
    return marble?.color ?? null;
  }

  /** What a side has pushed out after so many moves. */
  captured(ply: number, side: number): number {
    return this.marbles(ply).filter(({ place }) => place.kind === 'tray' && place.side === side).length;
  }

  /** How many marbles of a colour lie on the board. */
  count(ply: number, color: Color): number {
    return [...occupationOf(this.marbles(ply)).values()].filter((other) => other === color).length;
  }
}
