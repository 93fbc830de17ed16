import { CELLS, type Cell } from '$lib/game/rules/cell';
import type { Direction } from '$lib/game/rules/direction';

/**
 * A point of the board. The unit is the distance between two neighbouring cells, the origin is E5, x grows to the
 * right and y downwards, as seen with row A at the bottom.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The height of an equilateral triangle of side 1: how far apart two rows are. */
const ROW_HEIGHT = Math.sqrt(3) / 2;
const MIDDLE = 5;

export function centre({ row, number }: Pick<Cell, 'row' | 'number'>): Point {
  return { x: number - row / 2 - MIDDLE / 2, y: (MIDDLE - row) * ROW_HEIGHT };
}

/** The direction as a vector of length 1. */
export function unit({ row, number }: Direction): Point {
  return { x: number - row / 2, y: -row * ROW_HEIGHT };
}

export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

/** `point` moved by `length` cells along `direction`. */
export function along(point: Point, direction: Direction, length: number): Point {
  const { x, y } = unit(direction);
  return { x: point.x + x * length, y: point.y + y * length };
}

/** Cosine and sine of the steps of 60 degrees. */
const TURNS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0.5, ROW_HEIGHT],
  [-0.5, ROW_HEIGHT],
  [-1, 0],
  [-0.5, -ROW_HEIGHT],
  [0.5, -ROW_HEIGHT],
];

/** The board turned counter-clockwise by steps of 60 degrees, for players at another side of it. */
export function turned({ x, y }: Point, steps: number): Point {
  const [cos, sin] = TURNS[((steps % TURNS.length) + TURNS.length) % TURNS.length] ?? [1, 0];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/** The cell whose centre is nearest, if it is within `reach`. */
export function cellNear(point: Point, reach = 0.55): Cell | null {
  let best: Cell | null = null;
  let bestDistance = reach;
  for (const cell of CELLS) {
    const { x, y } = minus(point, centre(cell));
    const distance = Math.hypot(x, y);
    if (distance <= bestDistance) {
      best = cell;
      bestDistance = distance;
    }
  }
  return best;
}

/** The cosine of the angle between a direction and a vector: 1 is straight along. */
export function agreement(direction: Direction, vector: Point): number {
  const length = Math.hypot(vector.x, vector.y);
  return length === 0 ? 0 : dot(unit(direction), vector) / length;
}
