import { NetworkFailure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { ErrorCode, Problem } from '$lib/base/protocol/types';

const BASE = '/api/v1';
/** Timeout of a request. */
export const PATIENCE_MS = 15_000;

/** Meanings of error answers without a body of the server's, as from a proxy whose server is down. */
const CODES: Readonly<Record<number, ErrorCode>> = { 404: 'not_found', 429: 'rate_limited', 503: 'unavailable' };

/**
 * Sends a request to the REST interface.
 *
 * @param path below `/api/v1`
 * @param token of the caller, for browsers that store no cookie
 * @throws {Refusal} (as a rejection) when the server refuses it
 * @throws {NetworkFailure} (as a rejection) when the server does not answer
 */
export async function ask<T>(path: string, init: RequestInit = {}, token: string | null = null): Promise<T> {
  const headers = {
    Accept: 'application/json',
    ...(typeof init.body === 'string' && { 'Content-Type': 'application/json' }),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await reached(fetch(`${BASE}${path}`, { ...init, headers, signal }));
  if (!response.ok) throw await refusalOf(response);
  // For an empty answer, `T` is `undefined`.
  return reached(response.text().then((text) => (text === '' ? undefined : JSON.parse(text)) as T));
}

/** Turns every failure of the request, and of reading its answer, into a network failure. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new NetworkFailure('there is no answer', { cause: error });
  }
}

/** Reads the error of an answer that is not a success. */
export async function refusalOf(response: Response): Promise<Refusal | NetworkFailure> {
  const problem = await response.json().catch(() => null) as Partial<Problem> | null;
  const code = problem?.code ?? CODES[response.status];
  if (code === undefined) return new NetworkFailure(`${response.status} ${response.statusText}`);
  return new Refusal(code, problem?.detail ?? response.statusText, undefined, undefined, problem?.ban, problem?.part);
}
