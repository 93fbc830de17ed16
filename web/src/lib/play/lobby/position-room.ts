import type { Clock, Color, CreateRoom } from '$lib/base/protocol/types';
import { layoutAt } from '$lib/game/rules/layouts';
import { colorsOf } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';

import { ANY_COLOR } from './usual';

/** The settings of a game from a position. */
export interface PositionGame {
  readonly position: Position;
  readonly clock: Clock;
  readonly color: Color | typeof ANY_COLOR;
  /** The level of the computers on all other seats; `null` if friends take these. */
  readonly level: number | null;
}

/**
 * A private, unrated room whose games start from the position. A layout's own start is an ordinary game.
 *
 * @param random from 0 to 1, for a random seat
 */
export function roomFrom({ position, clock, color, level }: PositionGame, random: number): CreateRoom {
  const { mode } = position;
  const start = { ...position, quietPlies: 0, ply: 0 };
  const layout = layoutAt(start);
  const colors = colorsOf(mode);
  const seat = color === ANY_COLOR ? Math.floor(random * colors.length) : colors.indexOf(color);
  const computers = level === null ? [] : colors.slice(1).map(() => ({ level }));
  return { mode, ...(layout === null ? { start_position: positionText(start) } : { layout }), clock, visibility: 'private', seat, computers };
}
