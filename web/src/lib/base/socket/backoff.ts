/** The first attempt to connect again is made within this time. */
export const FIRST_WITHIN_MS = 300;
const SECOND_MS = 200;
const LONGEST_MS = 5000;

/**
 * The wait before the next attempt to connect. The first attempt is made within 0.3 s, at random, so that the clients of a
 * server that has ended do not all reach the next one at the same moment. Later waits start at 0.2 s and double up to 5 s,
 * shortened by up to half at random: three attempts are made within a second.
 *
 * @param attempt the attempts that have failed in a row
 * @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  if (attempt === 0) return FIRST_WITHIN_MS * random;
  const whole = Math.min(LONGEST_MS, SECOND_MS * 2 ** Math.min(attempt - 1, 16));
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
