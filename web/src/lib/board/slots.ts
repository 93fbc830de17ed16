import type { Point } from './geometry';

/** How much smaller a marble is drawn in a tray. */
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

/** How many marbles a side pushes out to win, and so how many places its tray has. */
export const TRAY_SIZE = SLOTS.length;

/** Where the tray of a side has its places: side 0 at the lower right, side 1 across the board from it. */
export function slotPoint(side: number, slot: number): Point {
  const { x, y } = SLOTS[Math.min(slot, TRAY_SIZE - 1)] ?? { x: 0, y: 0 };
  return side === 0 ? { x, y } : { x: -x, y: -y };
}
