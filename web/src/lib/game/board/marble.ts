import type { Color } from '$lib/base/protocol/types';
import type { Cell } from '$lib/game/rules/cell';
import { step, type Direction } from '$lib/game/rules/direction';
import type { Move } from '$lib/game/rules/move';
import { marblesOn, type Occupation, type Position } from '$lib/game/rules/position';
import { colorsOf } from '$lib/game/rules/mode';

/** The place of a marble: on the board, or pushed out and in the tray of the side that did it. */
export type Place =
  | { readonly kind: 'board'; readonly cell: Cell }
  | {
      readonly kind: 'tray';
      readonly side: number;
      /** The index in that tray, from 0. */
      readonly slot: number;
      /** The place where it left the board, if known. */
      readonly exit: { readonly cell: Cell; readonly direction: Direction } | null;
    };

/** One marble through a whole game: `id` stays, so that its movement can be animated. */
export interface Marble {
  readonly id: number;
  readonly color: Color;
  readonly place: Place;
}

/** Fresh marbles for a start layout. */
export function marblesOf(occupation: Occupation): Marble[] {
  return [...occupation].map(([cell, color], id) => ({ id, color, place: { kind: 'board', cell } }));
}

/** Fresh marbles for a position whose history is unknown. */
export function marblesAt(position: Position): Marble[] {
  const marbles = marblesOf(marblesOn(position.board));
  const colors = colorsOf(position.mode);
  position.captured.forEach((count, side) => {
    const color = colors.find((_, other) => other !== side);
    if (color === undefined) return;
    for (let slot = 0; slot < count; slot += 1) {
      marbles.push({ id: marbles.length, color, place: { kind: 'tray', side, slot, exit: null } });
    }
  });
  return marbles;
}

/** The colour on each cell, without the trays. */
export function occupationOf(marbles: readonly Marble[]): Map<Cell, Color> {
  const occupation = new Map<Cell, Color>();
  for (const { color, place } of marbles) {
    if (place.kind === 'board') occupation.set(place.cell, color);
  }
  return occupation;
}

/**
 * The marbles after a move.
 *
 * @param side the side that plays it, into whose tray a marble goes that is pushed out
 */
export function moved(marbles: readonly Marble[], { cells, direction }: Move, side: number): Marble[] {
  const slot = marbles.filter(({ place }) => place.kind === 'tray' && place.side === side).length;
  return marbles.map((marble) => {
    if (marble.place.kind === 'tray' || !cells.includes(marble.place.cell)) return marble;
    const cell = step(marble.place.cell, direction);
    if (cell !== null) return { ...marble, place: { kind: 'board', cell } };
    return { ...marble, place: { kind: 'tray', side, slot, exit: { cell: marble.place.cell, direction } } };
  });
}

/** The traces of the last move: the former and the new cells of the marbles that moved. */
export interface Trace {
  readonly from: readonly Cell[];
  readonly to: readonly Cell[];
}

export function traceOf(before: readonly Marble[], after: readonly Marble[]): Trace {
  const from: Cell[] = [];
  const to: Cell[] = [];
  after.forEach(({ place }, index) => {
    const old = before[index]?.place;
    if (old === undefined || old === place || old.kind === 'tray') return;
    from.push(old.cell);
    if (place.kind === 'board') to.push(place.cell);
  });
  return { from: from.filter((cell) => !to.includes(cell)), to };
}
