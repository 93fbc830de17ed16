import { describe, expect, it } from 'vitest';

import { changesOf } from './rated';
import { emptySeats } from './seats';

describe('what a game has changed', () => {
  const [black, white] = emptySeats('two');

  it('is told of both', () => {
    if (black === undefined || white === undefined) throw new Error('two seats');
    const seats = [
      { ...black, rating: { rating: 1512, change: 12 } },
      { ...white, rating: { rating: 1492, change: -8, provisional: true } },
    ];
    expect(changesOf(seats)).toEqual([
      { before: 1500, after: 1512 },
      { before: 1500, after: 1492 },
    ]);
  });

  it('is nothing while that of one is not known', () => {
    if (black === undefined || white === undefined) throw new Error('two seats');
    expect(changesOf([{ ...black, rating: { rating: 1512, change: 12 } }, white])).toBeNull();
    expect(changesOf([{ ...black, rating: { rating: 1512 } }, white])).toBeNull();
  });
});
