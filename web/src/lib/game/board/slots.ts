import type { Point } from './geometry';

/** The scale of a marble in a tray. */
export const TRAY_SCALE = 0.68;

/** The six places of the tray at the lower right corner, in the order in which they fill: three, two, one. */
const SLOTS: readonly Point[] = [
  { x: 4.62, y: 3.92 },
  { x: 3.96, y: 3.92 },
  { x: 3.3, y: 3.92 },
  { x: 4.29, y: 3.35 },
  { x: 3.63, y: 3.35 },
  { x: 3.96, y: 2.78 },
];

/** The number of marbles that a side pushes out to win, which is the number of places of its tray. */
export const TRAY_SIZE = SLOTS.length;

/** The corners with trays, mirrored from the lower right: that corner, the one across, and the upper right. */
const CORNERS: readonly Point[] = [
  { x: 1, y: 1 },
  { x: -1, y: -1 },
  { x: 1, y: -1 },
];

/** The corner of a side's tray: nearest for the near side, then clockwise round the board. */
export function cornerOf(side: number, nearSide: number, sides: number): number {
  return (side - nearSide + sides) % sides;
}

/** The places of the tray in a corner. */
export function slotPoint(corner: number, slot: number): Point {
  const { x, y } = SLOTS[Math.min(slot, TRAY_SIZE - 1)] ?? { x: 0, y: 0 };
  const mirror = CORNERS[corner] ?? { x: 1, y: 1 };
  return { x: x * mirror.x, y: y * mirror.y };
}

/** As an SVG transform of the tray at the lower right. */
export function cornerTransform(corner: number): string {
  const { x, y } = CORNERS[corner] ?? { x: 1, y: 1 };
  return `scale(${x} ${y})`;
}
