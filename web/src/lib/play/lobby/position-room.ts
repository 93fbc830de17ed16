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

/** The position as the start of a game: no moves were played. */
function startAt(position: Position): Position {
  return { ...position, quietPlies: 0, ply: 0 };
}

/** The name of the layout of which the position is the start; `null` for another position. */
export function startLayout(position: Position): string | null {
  return layoutAt(startAt(position));
}

/**
 * A private, unrated room whose games start from the position. A layout's own start is an ordinary game.
 *
 * @param random from 0 to 1, for a random seat
 */
export function roomFrom({ position, clock, color, level }: PositionGame, random: number): CreateRoom {
  const { mode } = position;
  const layout = startLayout(position);
  const start = layout === null ? { start_position: positionText(startAt(position)) } : { layout };
  const colors = colorsOf(mode);
  const seat = color === ANY_COLOR ? Math.floor(random * colors.length) : colors.indexOf(color);
  const computers = level === null ? [] : colors.slice(1).map(() => ({ level }));
  return { mode, ...start, clock, visibility: 'private', seat, computers };
}
