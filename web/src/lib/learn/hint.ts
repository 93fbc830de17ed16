import { cellNamed, type Cell } from '$lib/rules/cell';
import { cellsBetween, way, type Direction } from '$lib/rules/direction';

/** Which marbles to take, and where to: of an in-line move the trailing one, sideways all. */
export interface Hint {
  readonly cells: readonly Cell[];
  readonly direction: Direction;
}

/** What a move's text says, whether it is legal or not; `null` for what is no move. */
export function hintFrom(text: string): Hint | null {
  const named = (text.match(/../g) ?? []).map(cellNamed);
  const [first, other] = named;
  const target = named.at(-1);
  if (!first || !other || !target) return null;
  const direction = way(first, target)?.direction;
  const cells = named.length === 2 ? [first] : cellsBetween(first, other);
  return direction === undefined || cells === null ? null : { cells, direction };
}
