import { CELLS, rowLetter } from '$lib/game/rules/cell';
import { DIRECTIONS, step, type Direction } from '$lib/game/rules/direction';
import { along, centre, type Point } from './geometry';

/** The visible part of board pictures, in cells around E5: a little more than the frame. */
export const VIEW = { x: -5.06, y: -4.46, width: 10.12, height: 8.92 } as const;
export const VIEW_BOX = `${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`;

/** Distance of a coordinate from the middle of its cell. */
const LABEL_DISTANCE = 0.74;

/** A hexagon with two level sides and rounded corners, as the data of an SVG path. */
export function hexagon(radius: number, rounding: number): string {
  const corners = DIRECTIONS.map((direction) => along({ x: 0, y: 0 }, direction, radius));
  return rounded(corners, rounding);
}

/** A closed polygon; `rounding` is how far from a corner its curve starts. */
export function rounded(corners: readonly Point[], rounding: number): string {
  return `${corners
    .map((corner, index) => {
      const before = corners.at(index - 1) ?? corner;
      const after = corners[(index + 1) % corners.length] ?? corner;
      const [from, to] = [towards(corner, before, rounding), towards(corner, after, rounding)];
      return `${index === 0 ? 'M' : 'L'}${text(from)}Q${text(corner)} ${text(to)}`;
    })
    .join('')}Z`;
}

/** The coordinates on the rim: letters at the left end of the rows, numbers at the lower end of the diagonals. */
export const LABELS: readonly { readonly text: string; readonly at: Point }[] = [
  ...ends('w').map(({ cell, at }) => ({ text: rowLetter(cell.row), at })),
  ...ends('se').map(({ cell, at }) => ({ text: String(cell.number), at })),
];

function ends(name: Direction['name']): { cell: (typeof CELLS)[number]; at: Point }[] {
  const direction = DIRECTIONS.find((other) => other.name === name);
  if (direction === undefined) return [];
  return CELLS.filter((cell) => step(cell, direction) === null).map((cell) => ({
    cell,
    at: along(centre(cell), direction, LABEL_DISTANCE),
  }));
}

function towards(from: Point, to: Point, length: number): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const part = distance === 0 ? 0 : length / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function text({ x, y }: Point): string {
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}
