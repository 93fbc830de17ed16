import type { Cell } from '$lib/game/rules/cell';
import { DIRECTIONS, step, way, type Direction } from '$lib/game/rules/direction';
import type { Move } from '$lib/game/rules/move';
import { agreement, centre, dot, minus, unit, type Point } from './geometry';
import { fits, type Selection } from './selection';

/**
 * A marble held by the pointer.
 *
 * A dragged marble pushes: the marble under the finger is the trailing one, and the line ahead of it goes along.
 * Drawing the finger along a row of the player's own marbles and then off to the side takes the row sideways. A row that was
 * selected before goes as a whole, whichever of its marbles is held.
 */
export interface Drag {
  /** The point where the pointer went down. */
  readonly from: Point;
  readonly at: Point;
  /** The marbles that the pointer has passed over, the first one first. */
  readonly row: readonly Cell[];
  /** The selection that is dragged as a whole, if it is one. */
  readonly held: Selection | null;
}

/** A move that the drag points at, and how far it has been drawn: 0 to 1. */
export interface Pull {
  readonly move: Move;
  readonly progress: number;
}

/** Below this, in cells, a press is a click. */
export const CLICK_REACH = 0.22;
/** From here on letting go plays the move. */
export const PLAY_FROM = 0.5;
/** The pointer is on a marble up to here from its centre. */
export const ON_MARBLE = 0.45;
/** The cosine of the widest angle at which a legal move may be from where the pointer went. */
const WIDEST = Math.cos((50 * Math.PI) / 180);
const LONGEST = 3;

export function grab(cell: Cell, at: Point, selection: Selection): Drag {
  const held = selection.length > 1 && selection.includes(cell) ? selection : null;
  return { from: at, at, row: [cell], held };
}

/** The drag after the pointer has gone to `at`. */
export function dragged(drag: Drag, at: Point, own: (cell: Cell) => boolean): Drag {
  return { ...drag, at, row: drag.held === null ? swept(drag.row, at, own) : drag.row };
}

/** Whether the pointer has moved far enough from its first point to count as a drag. */
export function isDrag(drag: Drag): boolean {
  const { x, y } = minus(drag.at, drag.from);
  return drag.row.length > 1 || Math.hypot(x, y) >= CLICK_REACH;
}

/** The move that the drag points at, if it points at a legal one. */
export function pull(drag: Drag, moves: readonly Move[]): Pull | null {
  if (!isDrag(drag)) return null;
  if (drag.held !== null) return towards(drag.held, moves, minus(drag.at, drag.from));
  const [origin] = drag.row;
  const last = drag.row.at(-1);
  if (origin === undefined || last === undefined) return null;
  const heading = origin === last ? null : (way(origin, last)?.direction ?? null);
  if (heading === null) return towards([origin], inLineOnly(moves), minus(drag.at, drag.from));

  const beyond = minus(drag.at, centre(last));
  if (Math.hypot(beyond.x, beyond.y) > ON_MARBLE && !isAlong(heading, beyond)) {
    return towards(drag.row, moves.filter(({ kind }) => kind === 'side-step'), beyond);
  }
  const move = inLineOnly(moves).find(({ row, direction }) => row[0] === origin && direction === heading);
  return move === undefined ? null : { move, progress: 1 };
}

/** The legal move of these marbles that lies nearest to the vector. */
function towards(cells: Selection, moves: readonly Move[], vector: Point): Pull | null {
  let best: Move | null = null;
  let bestAgreement = WIDEST;
  for (const move of moves) {
    const near = agreement(move.direction, vector);
    if (near >= bestAgreement && fits(cells, move)) {
      best = move;
      bestAgreement = near;
    }
  }
  if (best === null) return null;
  const progress = Math.min(1, Math.max(0, dot(unit(best.direction), vector)));
  return { move: best, progress };
}

function inLineOnly(moves: readonly Move[]): Move[] {
  return moves.filter(({ kind }) => kind === 'in-line');
}

/** Along the row, forwards or back, rather than off to a side. */
export function isAlong(heading: Direction, vector: Point): boolean {
  return Math.abs(agreement(heading, vector)) > Math.cos(Math.PI / 6);
}

/** The row grows by the next of the player's marbles that the pointer reaches, and shrinks when it comes back. */
function swept(row: readonly Cell[], at: Point, own: (cell: Cell) => boolean): readonly Cell[] {
  const back = row.findIndex((cell) => isOn(cell, at));
  if (back !== -1) return row.slice(0, back + 1);
  const [first] = row;
  const last = row.at(-1);
  if (first === undefined || last === undefined || row.length === LONGEST) return row;
  const heading = way(first, last)?.direction;
  const next = heading === undefined ? neighbourUnder(last, at) : step(last, heading);
  return next !== null && own(next) && isOn(next, at) ? [...row, next] : row;
}

function neighbourUnder(cell: Cell, at: Point): Cell | null {
  const vector = minus(at, centre(cell));
  const direction = nearest(vector);
  return direction === null ? null : step(cell, direction);
}

function nearest(vector: Point): Direction | null {
  let best: Direction | null = null;
  for (const direction of DIRECTIONS) {
    if (best === null || dot(unit(direction), vector) > dot(unit(best), vector)) best = direction;
  }
  return best;
}

function isOn(cell: Cell, at: Point): boolean {
  const { x, y } = minus(at, centre(cell));
  return Math.hypot(x, y) <= ON_MARBLE;
}
