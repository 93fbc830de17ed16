import type { Cell } from '$lib/rules/cell';
import { step, type Direction } from '$lib/rules/direction';
import { displacement, type Displacement } from './displacement';
import type { Occupation } from '$lib/rules/position';

/** A legal move, with what it takes to offer and draw it. */
export interface Option {
  /** As the server names it. */
  readonly move: string;
  readonly kind: 'in-line' | 'side-step';
  readonly direction: Direction;
  /** The mover's own marbles, the trailing one first in line. */
  readonly row: readonly Cell[];
  /** The cells that they enter, or for a push the cell of the first opposing marble: where one points to play it. */
  readonly targets: readonly Cell[];
  readonly effect: Displacement;
}

/** Reads the moves that the server calls legal. */
export function optionsOf(legal: readonly string[], occupation: Occupation): Option[] {
  const options: Option[] = [];
  for (const move of legal) {
    const effect = displacement(move, (cell) => occupation.has(cell));
    if (effect !== null) options.push(move.length === 4 ? inLine(move, effect, occupation) : sideStep(move, effect));
  }
  return options;
}

function inLine(move: string, effect: Displacement, occupation: Occupation): Option {
  const { cells, direction } = effect;
  const own = cells[0] === undefined ? undefined : occupation.get(cells[0]);
  const pushed = cells.findIndex((cell) => occupation.get(cell) !== own);
  const row = pushed === -1 ? cells : cells.slice(0, pushed);
  const front = row.at(-1);
  const target = front === undefined ? null : step(front, direction);
  return { move, kind: 'in-line', direction, row, targets: target === null ? [] : [target], effect };
}

function sideStep(move: string, effect: Displacement): Option {
  const { cells, direction } = effect;
  const targets = cells.map((cell) => step(cell, direction)).filter((cell) => cell !== null);
  return { move, kind: 'side-step', direction, row: cells, targets, effect };
}
