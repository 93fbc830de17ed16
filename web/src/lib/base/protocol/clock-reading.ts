import type { Clocks } from './types';

/** Clocks as the server sent them. */
export interface ClockReading {
  readonly clocks: Clocks;
  /** The moment for which they are valid, in microseconds since the Unix epoch. */
  readonly at: number;
}
