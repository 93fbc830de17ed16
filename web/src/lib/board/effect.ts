import type { Direction } from '$lib/rules/direction';
import type { Move } from '$lib/rules/move';

import { turned, unit } from './geometry';

/** What a move does to others: nothing, pushes them, or pushes one off the board. */
export type Effect = 'move' | 'push' | 'eject';

export function effectOf({ pushed, ejected }: Move): Effect {
  if (ejected !== null) return 'eject';
  return pushed.length > 0 ? 'push' : 'move';
}

/** Where a direction points on a board that is turned, in degrees clockwise from the right, as SVG counts. */
export function angleOf(direction: Direction, rotation: number): number {
  const { x, y } = turned(unit(direction), rotation);
  return Math.round((Math.atan2(y, x) * 180) / Math.PI);
}
