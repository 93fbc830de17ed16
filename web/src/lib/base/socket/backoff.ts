const FIRST_MS = 100;
const LONGEST_MS = 5000;

/**
 * The wait before the next attempt to connect: from 0.1 s, doubled each time, up to 5 s, and shortened by up to
 * half at random so that not all clients return to a restarted server at once.
 *
 * @param attempt the attempts that have failed in a row
 * @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return whole * (1 - random / 2);
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 16_000;

/**
 * The wait before the next request to a server in trouble: from a second, doubled each time, up to 16 seconds.
 *
 * @param troubles the consecutive temporary rejections
 */
export function retryMs(troubles: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(troubles, 16));
}
