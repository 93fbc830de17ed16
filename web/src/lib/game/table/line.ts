import { marblesAt, traceOf, type Marble, type Trace } from '$lib/game/board/marble';
import { agrees, timeline, type Timeline } from '$lib/game/board/timeline';
import type { Color } from '$lib/base/protocol/types';
import type { Move } from '$lib/game/rules/move';
import { passTurnTo } from '$lib/game/rules/play';
import { colorAt, type Position } from '$lib/game/rules/position';
import { colorsOf } from '$lib/game/rules/mode';

import { moversOf } from './movers';

/** The moves of a game from its start, and their effects on the board. */
export class Line {
  /** In Aba-Pro notation. */
  readonly moves: readonly string[];
  /** The seat that made each of the moves. */
  readonly movers: readonly number[];
  readonly #plies: Timeline | null;
  readonly #known: Position;
  readonly #fallback: readonly Marble[];

  /**
   * @param start the position before the first move; `null` while it is not known
    * @param known the position after this many moves. It is authoritative: if the moves do not lead there, the position is drawn
    *   without them.
   */
  constructor(start: Position | null, moves: readonly string[], known: { readonly ply: number; readonly position: Position }) {
    this.moves = moves;
    const plies = start === null ? null : timeline(start, moves);
    const there = plies?.[known.ply];
    this.#plies = there !== undefined && agrees(there, known.position) ? plies : null;
    this.#known = known.position;
    this.#fallback = marblesAt(known.position);
    this.movers = moversOf(known.position.mode, moves, this.#plies);
  }

  /** The moves from a known start. */
  static from(start: Position, moves: readonly string[]): Line {
    return new Line(start, moves, { ply: 0, position: start });
  }

  /** The position after this many moves, with the turn of the player who moved next. */
  position(ply: number): Position {
    const position = this.#plies?.[ply]?.position ?? this.#known;
    const mover = this.movers[ply];
    const color = mover === undefined ? undefined : colorsOf(position.mode)[mover];
    return color === undefined ? position : passTurnTo(position, color);
  }

  /** The marbles after this many moves, each with the same id all through the game. */
  marbles(ply: number): readonly Marble[] {
    return this.#plies?.[ply]?.marbles ?? this.#fallback;
  }

  /** The move that led there; `null` at the start, and if its effect is unknown. */
  move(ply: number): Move | null {
    return this.#plies?.[ply]?.move ?? null;
  }

  /** The cells that the move left and entered. */
  trace(ply: number): Trace | null {
    const before = this.#plies?.[ply - 1];
    const after = this.#plies?.[ply];
    return before && after ? traceOf(before.marbles, after.marbles) : null;
  }

  /** The colour of the marble that the move pushed off the board, if it did. */
  ejected(ply: number): Color | null {
    const before = this.#plies?.[ply - 1]?.position;
    const cell = this.move(ply)?.ejected ?? null;
    return before === undefined || cell === null ? null : colorAt(before, cell);
  }

  /** The marbles that a side has pushed out after this many moves. */
  captured(ply: number, side: number): number {
    return (this.#plies?.[ply]?.position ?? this.#known).captured[side] ?? 0;
  }
}
