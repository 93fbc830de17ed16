import type { Refusal } from '$lib/protocol/refusal';
import type { ErrorCode } from '$lib/protocol/types';

/** Refusals that may be different a moment later: the server asks for the same once more. */
const PASSING: readonly ErrorCode[] = ['rate_limited', 'busy', 'unavailable'];

const FIRST_MS = 1000;
const LONGEST_MS = 16_000;

/** Whether it is worth asking again for what was refused. */
export function passes({ code }: Refusal): boolean {
  return PASSING.includes(code);
}

/**
 * How long to wait before asking a server in trouble again: from a second, doubled each time, up to 16 seconds.
 *
 * @param troubles how often in a row it has refused for the time being
 */
export function retryMs(troubles: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(troubles, 16));
}
