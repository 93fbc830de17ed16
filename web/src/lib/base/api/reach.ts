import { failureOf, NoSocket, type Failure } from '$lib/base/protocol/failure';
import { PATIENCE_MS, reached, refusalOf } from './ask';

/** The server's limits, or its temporary refusals. */
const TELLING = [429, 503];

/**
 * Finds out why no socket opens, by the same request without an upgrade. The server refuses that in any case, and names another
 * reason if there is one.
 */
export async function whyNoSocket(): Promise<Failure> {
  try {
    const response = await reached(fetch('/ws', { signal: AbortSignal.timeout(PATIENCE_MS) }));
    return TELLING.includes(response.status) ? await refusalOf(response) : new NoSocket(response.statusText);
  } catch (error) {
    return failureOf(error);
  }
}
