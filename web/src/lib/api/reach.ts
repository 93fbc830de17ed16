import { failureOf, NoSocket, type Failure } from '$lib/protocol/failure';
import { PATIENCE_MS, reached, refusalOf } from './ask';

/** Too much of something, or not at the moment. */
const TELLING = [429, 503];

/**
 * Finds out why no socket opens: asks for it without opening one. The server refuses that in any case, and says why where there is
 * another reason.
 */
export async function whyNoSocket(): Promise<Failure> {
  try {
    const response = await reached(fetch('/ws', { signal: AbortSignal.timeout(PATIENCE_MS) }));
    return TELLING.includes(response.status) ? await refusalOf(response) : new NoSocket(response.statusText);
  } catch (error) {
    return failureOf(error);
  }
}
