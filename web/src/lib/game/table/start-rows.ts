import { layoutNamed } from '$lib/game/rules/layouts';

import { layouts } from '$lib/base/api/api';

/**
 * The rows of a start layout; `null` if it does not exist. The server is asked only for layouts that this page does not know: they
 * may be newer.
 *
 * Rejects with a `Failure` when the server does not answer.
 */
export async function startRows(name: string): Promise<string | null> {
  const known = layoutNamed(name) ?? (await layouts()).find((layout) => layout.name === name);
  return known?.rows ?? null;
}
