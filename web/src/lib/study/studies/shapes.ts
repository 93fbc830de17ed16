import type { StudyColor, StudyShape } from '$lib/base/protocol/types';

/** The colours of arrows and highlights, the usual one first. */
export const COLORS: readonly StudyColor[] = ['green', 'red', 'blue', 'yellow'];


/** The name of an arrow or a highlight, unique in a position. */
export function keyOf({ from, to }: StudyShape): string {
  return `${from}-${to ?? ''}`;
}
