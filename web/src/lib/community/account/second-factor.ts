import { Refusal } from '$lib/base/protocol/refusal';

/** The answer to a request with a password; `null` if the account needs a code as well, and the request had none. */
export async function needsSecondFactor<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'second_factor_needed') return null;
    throw error;
  }
}
