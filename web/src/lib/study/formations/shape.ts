import { centre, minus, type Point } from '$lib/game/board/geometry';
import type { Cell } from '$lib/game/rules/cell';
import { way } from '$lib/game/rules/direction';

import type { Facing } from './formation';

/** A line through all cells that touch, as the data of an SVG path: with a wide stroke it surrounds the group. */
export function linkedPath(cells: readonly Cell[]): string {
  const links = cells.flatMap((cell, index) =>
    cells.slice(index + 1).filter((other) => way(cell, other)?.distance === 1).map((other) => `M${at(cell)}L${at(other)}`),
  );
  // A line of no length is a dot where its ends are round.
  return [...cells.map((cell) => `M${at(cell)}h0`), ...links].join('');
}

/** The line of a pac or a sumito. */
export interface FacingLine {
  readonly from: Point;
  readonly to: Point;
  /** The point where the two forces touch. */
  readonly between: Point;
  /** The direction from the first force to the second, of length 1. */
  readonly heading: Point;
}

/** Returns `null` if one of the sides is empty. */
export function facingLine({ own, opposing }: Facing): FacingLine | null {
  const [rear, front, first, far] = [own[0], own.at(-1), opposing[0], opposing.at(-1)];
  if (rear === undefined || front === undefined || first === undefined || far === undefined) return null;
  const heading = minus(centre(first), centre(front));
  const middle = centre(front);
  return { from: centre(rear), to: centre(far), between: { x: middle.x + heading.x / 2, y: middle.y + heading.y / 2 }, heading };
}

function at(cell: Cell): string {
  const { x, y } = centre(cell);
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}
