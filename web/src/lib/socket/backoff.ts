const FIRST_MS = 100;
const LONGEST_MS = 5000;

/**
 * How long to wait before the next attempt to connect: from 0.1 s, doubled each time, up to 5 s, and shortened by up to
 * half at random so that a restarted server is not met by everybody at once.
 *
 * @param attempt the attempts that have failed in a row
 * @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return whole * (1 - random / 2);
}
