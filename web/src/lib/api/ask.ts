import { NetworkFailure } from '$lib/protocol/failure';
import { Refusal } from '$lib/protocol/refusal';
import type { ErrorCode, Problem } from '$lib/protocol/types';

const BASE = '/api/v1';
/** An answer that takes longer does not come. */
export const PATIENCE_MS = 15_000;

/** What an answer without a body of the server's own means, as from a proxy whose server is away. */
const CODES: Readonly<Record<number, ErrorCode>> = { 404: 'not_found', 429: 'rate_limited', 503: 'unavailable' };

/**
 * Asks the REST interface.
 *
 * @param path below `/api/v1`
 * @param token who asks, where the browser keeps no cookie
 * @throws {Refusal} (as a rejection) when the server refuses it
 * @throws {NetworkFailure} (as a rejection) when no answer of the server's comes
 */
export async function ask<T>(path: string, init: RequestInit = {}, token: string | null = null): Promise<T> {
  const headers = {
    Accept: 'application/json',
    ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await reached(fetch(`${BASE}${path}`, { ...init, headers, signal }));
  if (!response.ok) throw await refusalOf(response);
  // Where there is nothing to say, `T` is `undefined`.
  return reached(response.text().then((text) => (text === '' ? undefined : JSON.parse(text)) as T));
}

/** Whatever goes wrong on the way, and in reading what came, is the network's fault. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new NetworkFailure('there is no answer', { cause: error });
  }
}

/** What an answer says that is no success. */
export async function refusalOf(response: Response): Promise<Refusal | NetworkFailure> {
  const problem = await response.json().catch(() => null) as Partial<Problem> | null;
  const code = problem?.code ?? CODES[response.status];
  if (code === undefined) return new NetworkFailure(`${response.status} ${response.statusText}`);
  return new Refusal(code, problem?.detail ?? response.statusText);
}
