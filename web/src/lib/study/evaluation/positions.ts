import type { AnalysedPosition, Analysis } from '$lib/base/protocol/types';

/** The known evaluations of a game's positions, by the plies before them. */
export type Positions = ReadonlyMap<number, AnalysedPosition>;

export const NO_POSITIONS: Positions = new Map();

/** Merges an update into the known evaluations. */
export function withMore(known: Positions, { full, positions }: Pick<Analysis, 'full' | 'positions'>): Positions {
  return new Map([...(full ? [] : known), ...positions.map((position) => [position.ply, position] as const)]);
}
