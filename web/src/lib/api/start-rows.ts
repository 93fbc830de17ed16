import { layoutNamed } from '$lib/rules/layouts';

import { layouts } from './api';

/**
 * The rows of a start layout; `null` when nobody knows it. The server is asked only for one that this page does not know: it may be newer.
 *
 * Rejects with a `Failure` when it is asked and does not answer.
 */
export async function startRows(name: string): Promise<string | null> {
  const known = layoutNamed(name) ?? (await layouts()).find((layout) => layout.name === name);
  return known?.rows ?? null;
}
