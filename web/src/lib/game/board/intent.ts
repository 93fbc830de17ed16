import { attemptInLine, attemptSideStep } from '$lib/game/rules/attempt';
import type { Cell } from '$lib/game/rules/cell';
import { cellsBetween, DIRECTIONS, parallel, step, way, type Direction } from '$lib/game/rules/direction';
import { illegal, isIllegal, type Illegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import type { Position } from '$lib/game/rules/position';
import { LONGEST_ROW, rowBetween } from '$lib/game/rules/row';

import { isAlong, ON_MARBLE, PLAY_FROM, type Drag } from './drag';
import { agreement, centre, minus, type Point } from './geometry';
import type { Selection } from './selection';

/** The player's intent: these marbles one cell on in that direction, whether the rules allow it or not. */
export interface Intent {
  readonly row: Selection;
  readonly direction: Direction;
}

/**
 * The possible meanings of a click on a cell next to the selected marbles; none for a cell further away, which clears the selection.
 *
 * @param selection in one row
 */
export function pointedAt(selection: Selection, cell: Cell, own: (cell: Cell) => boolean): Intent[] {
  const [first] = selection;
  const last = selection.at(-1);
  if (first === undefined || last === undefined) return [];
  const heading = first === last ? null : (way(first, last)?.direction ?? null);
  for (const trailing of [first, last]) {
    const route = way(trailing, cell);
    if (route === null || (heading !== null && !parallel(heading, route.direction))) continue;
    const between = cellsBetween(trailing, cell)?.slice(1, -1) ?? [];
    const passesAll = selection.every((each) => each === trailing || between.includes(each));
    if (passesAll && between.every(own)) return [{ row: [trailing], direction: route.direction }];
  }
  if (heading === null) return [];
  return DIRECTIONS.filter((direction) => !parallel(direction, heading))
    .filter((direction) => selection.some((each) => step(each, direction) === cell))
    .map((direction) => ({ row: selection, direction }));
}

/** The intent of a drag that was released off any legal move; `null` when it went nowhere. */
export function drawnTo({ from, at, row, held }: Drag): Intent | null {
  const [origin] = row;
  const last = row.at(-1);
  if (origin === undefined || last === undefined) return null;
  const heading = origin === last ? null : (way(origin, last)?.direction ?? null);
  if (held !== null || heading === null) {
    const vector = minus(at, from);
    return Math.hypot(vector.x, vector.y) < PLAY_FROM ? null : towards(held ?? row, vector, DIRECTIONS);
  }
  const beyond = minus(at, centre(last));
  if (Math.hypot(beyond.x, beyond.y) <= ON_MARBLE) return null;
  if (isAlong(heading, beyond)) return { row: [origin], direction: heading };
  return towards(row, beyond, DIRECTIONS.filter((direction) => !parallel(direction, heading)));
}

/** The wanted move, or the reason why it is illegal. */
export function judge(position: Position, { row, direction }: Intent): Move | Illegal {
  const [first] = row;
  const last = row.at(-1);
  if (first === undefined || last === undefined) return illegal('not_a_move');
  const heading = way(first, last)?.direction ?? null;
  if (heading === null || parallel(heading, direction)) {
    return attemptInLine(position, heading === null || heading === direction ? first : last, direction);
  }
  const found = rowBetween(first, last);
  return found === null ? illegal('too_many') : attemptSideStep(position, found, direction);
}

/**
 * The reason why none of the possible moves of a try is legal: of two, the reason that shows on the cell pointed at. `null`
 * if one is legal after all.
 */
export function whyNot(position: Position, intents: readonly Intent[], pointed: Cell | null): Illegal | null {
  const tried = intents.map((intent) => judge(position, intent));
  const refused = tried.filter(isIllegal);
  if (refused.length < tried.length) return null;
  return refused.find(({ cell }) => cell !== null && cell === pointed) ?? refused[0] ?? null;
}

/** The reason why a click on `cell` does not extend the selection: more marbles than may move together would lie between. */
export function tooLong(selection: Selection, cell: Cell, own: (cell: Cell) => boolean): Illegal | null {
  const rows = [selection[0], selection.at(-1)].map((end) => (end === undefined ? null : cellsBetween(end, cell)));
  const row = rows.find((each) => each !== null && selection.every((one) => each.includes(one)));
  return row && row.length > LONGEST_ROW && row.every(own) ? illegal('too_many', cell) : null;
}

function towards(row: Selection, vector: Point, directions: readonly Direction[]): Intent | null {
  let best: Direction | null = null;
  for (const direction of directions) {
    if (best === null || agreement(direction, vector) > agreement(best, vector)) best = direction;
  }
  return best === null ? null : { row, direction: best };
}
