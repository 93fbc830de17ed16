import type { Clocks } from './types';

/** Clocks as the server sent them. */
export interface ClockReading {
  readonly clocks: Clocks;
  /** The moment at which they stood so, in microseconds since the Unix epoch. */
  readonly at: number;
}
