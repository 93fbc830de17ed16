import type { Cell } from '$lib/game/rules/cell';
import { cellsBetween, way } from '$lib/game/rules/direction';
import type { Move } from '$lib/game/rules/move';

/** The marbles picked up by clicks: none to three, in one row, in order. */
export type Selection = readonly Cell[];

/** The most marbles of a player that the rules let move together. */
const LONGEST = 3;

/**
 * The selection after a click on one of the player's own marbles: a marble that continues the row joins it, the far end of a
 * row of three brings the middle along, an end of the row leaves it, and any other starts a new selection.
 */
export function clicked(selection: Selection, cell: Cell, own: (cell: Cell) => boolean): Selection {
  if (selection.includes(cell)) return without(selection, cell);
  const [first] = selection;
  const last = selection.at(-1);
  if (first === undefined || last === undefined) return [cell];
  const rows = [cellsBetween(first, cell), cellsBetween(cell, last)];
  const row = rows.find(
    (row) =>
      row !== null && row.length <= LONGEST && row.every(own) && selection.every((cell) => row.includes(cell)),
  );
  return row ?? [cell];
}

/** The rest must still be a row: deselecting the middle clears the selection. */
function without(selection: Selection, cell: Cell): Selection {
  const rest = selection.filter((other) => other !== cell);
  const [first, second] = rest;
  if (first === undefined || second === undefined) return rest;
  return way(first, second)?.distance === 1 ? rest : [];
}

/**
 * The moves that clicks play, by cell, for the selection.
 *
 * In line it is enough to select the trailing marble: the marbles ahead move with it. For a side-step the whole
 * row must be selected. The inner cells next to a row are entered by two different side-steps: they have both.
 */
export function targets(selection: Selection, moves: readonly Move[]): Map<Cell, readonly Move[]> {
  const found = new Map<Cell, readonly Move[]>();
  for (const move of moves) {
    if (!fits(selection, move)) continue;
    for (const cell of move.targets) found.set(cell, [...(found.get(cell) ?? []), move]);
  }
  return found;
}

/** Whether the selected marbles are the move's marbles: all of them, or the rear of a line. */
export function fits(selection: Selection, move: Move): boolean {
  const [trailing] = move.row;
  if (trailing === undefined || !selection.includes(trailing)) return false;
  if (move.kind === 'side-step' && selection.length !== move.row.length) return false;
  return selection.every((cell) => move.row.includes(cell));
}
