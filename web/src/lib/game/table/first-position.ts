import { layouts } from '$lib/base/api/api';
import type { Mode } from '$lib/base/protocol/types';
import { layoutNamed } from '$lib/game/rules/layouts';
import type { Position } from '$lib/game/rules/position';
import { readPosition, startOf } from '$lib/game/rules/position-text';

/** The start of a game as the server sends it. */
interface Begun {
  readonly mode: Mode;
  readonly layout: string;
  readonly start_position?: string | undefined;
}

/**
 * The first position of a game; `null` if its layout does not exist. The server is asked only for unknown layouts: they may be
 * newer.
 *
 * Rejects with a `Failure` when the server does not answer.
 */
export async function firstPosition({ mode, layout, start_position: line }: Begun): Promise<Position | null> {
  if (line !== undefined) return readPosition(mode, line);
  const known = layoutNamed(layout) ?? (await layouts()).find(({ name }) => name === layout);
  return known === undefined ? null : startOf(mode, known.rows);
}
