import { Refusal } from '$lib/base/protocol/refusal';

/** The answer of a login; `null` if the account needs a code as well as the password, and the request had none. */
export async function needsSecondFactor<T>(login: Promise<T>): Promise<T | null> {
  try {
    return await login;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'second_factor_needed') return null;
    throw error;
  }
}
