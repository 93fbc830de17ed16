import type { Direction } from '$lib/game/rules/direction';
import type { Move } from '$lib/game/rules/move';

import { turned, unit } from './geometry';

/** The effect of a move on other marbles: none, pushes them, or pushes one off the board. */
export type Effect = 'move' | 'push' | 'eject';

export function effectOf({ pushed, ejected }: Move): Effect {
  if (ejected !== null) return 'eject';
  return pushed.length > 0 ? 'push' : 'move';
}

/** The direction on a turned board, in degrees clockwise from the right, as SVG counts. */
export function angleOf(direction: Direction, rotation: number): number {
  const { x, y } = turned(unit(direction), rotation);
  return Math.round((Math.atan2(y, x) * 180) / Math.PI);
}
