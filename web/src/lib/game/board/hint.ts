import { cellNamed, type Cell } from '$lib/game/rules/cell';
import { cellsBetween, way, type Direction } from '$lib/game/rules/direction';

/** The marbles to take, and the direction in which they go. */
export interface Hint {
  readonly cells: readonly Cell[];
  /** `null`: the hint does not give it away. */
  readonly direction: Direction | null;
}

/** A hint with a direction. */
export interface FullHint extends Hint {
  readonly direction: Direction;
}

/** Parses a move's text, legal or not: of an in-line move the trailing marble, of a side-step all. `null` if it is not a move. */
export function hintFrom(text: string): FullHint | null {
  const named = (text.match(/../g) ?? []).map(cellNamed);
  const [first, other] = named;
  const target = named.at(-1);
  if (!first || !other || !target) return null;
  const direction = way(first, target)?.direction;
  const cells = named.length === 2 ? [first] : cellsBetween(first, other);
  return direction === undefined || cells === null ? null : { cells, direction };
}
